// Counts the distinct people behind several forms. Joint filers of one form count as one person, and so do the owners
// of forms that share an owner, directly or through a third form (the aggregate disclosed_people).
import type { PoolClient } from "pg";
import { makeTable } from "./step.ts";

/**
 * Creates the table `name`(owner_sets, people): the number of people for each array of owner sets (ids of
 * derive_owner_sets) in the column `owner_sets` of `source`, counted up to `most`. Arrays recur, so each is counted
 * once. With many owners, the count reaches `most` without merging owners: a form of n owners reduces the number of
 * people by at most n - 1.
 */
export async function countPeople(client: PoolClient, name: string, source: string, max: number): Promise<void> {
  const owners = "FROM unnest(s.owner_sets) AS n (id) JOIN derive_owner_sets o USING (id)";
  await makeTable(
    client,
    name,
    `SELECT s.owner_sets,
       CASE WHEN sure.people >= ${max} THEN ${max}
         ELSE least(${max}, (SELECT cardinality(disclosed_people(o.owners)) ${owners})) END AS people
     FROM (SELECT DISTINCT owner_sets FROM ${source}) AS s
     CROSS JOIN LATERAL (
       SELECT count(DISTINCT owner) - count(*) + cardinality(s.owner_sets) AS people ${owners} CROSS JOIN unnest(o.owners) AS owner
     ) AS sure`,
    { keys: "owner_sets" },
  );
}
