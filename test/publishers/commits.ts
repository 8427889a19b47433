// The part of GitHub that the history of files needs: the commits that changed a file, newest first in pages, and a file as of a
// commit.
//
// Where this was taken from: GitHub's REST API documentation, "List commits" (GET /repos/{owner}/{repo}/commits with path, per_page
// and page; the fields `sha` and `commit.committer.date`), and the addresses of raw.githubusercontent.com, /{owner}/{repo}/{sha}/{path}.
import { createHash } from "node:crypto";
import type { DoubleRequest, DoubleResponse } from "./kit.ts";

export interface Commit {
  /** an ISO time in UTC, e.g. 2024-01-02T03:04:05Z */
  at: string;
  /** file -> its content after the commit; null: the commit removes it */
  files: Record<string, string | Buffer | null>;
}

/** The commit's id, a hash of its time. */
export const shaOf = ({ at }: Pick<Commit, "at">) => createHash("sha1").update(at).digest("hex");

/** Responds as the API (`/commits`) and as the server of files (`/<sha>/<file>`) over these commits; null for other paths. */
export function commitsResponse(commits: Commit[], { path, query }: DoubleRequest): DoubleResponse | null {
  if (path === "/commits") return { body: JSON.stringify(pageOf(commits, query)) };
  const [, sha, file = ""] = /^\/([0-9a-f]{40})\/(.+)$/.exec(path) ?? [];
  const body = commits.find((commit) => shaOf(commit) === sha)?.files[file];
  return body ? { body } : null;
}

function pageOf(commits: Commit[], query: URLSearchParams): unknown[] {
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 30)];
  const changing = commits.filter(({ files }) => (query.get("path") ?? "") in files);
  const newestFirst = changing.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return newestFirst
    .slice((page - 1) * size, page * size)
    .map((commit) => ({ sha: shaOf(commit), commit: { committer: { date: commit.at } } }));
}
