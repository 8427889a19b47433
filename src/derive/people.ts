// How many distinct people filed several forms. Joint filers of one form are one person, and so are forms that share an owner, directly
// or through a third one (the aggregate disclosed_people).
import type { PoolClient } from "pg";
import { makeTable } from "./step.ts";

/**
 * Makes `name`(owner_sets, people): the people behind each array of owner sets (ids of derive_owner_sets) in the column `owner_sets` of
 * `source`; `most` represents that many and more. Arrays recur, and where many insiders trade it is sure without looking who belongs
 * together that they are enough: a form of n owners makes at most n - 1 people fewer of them.
 */
export async function countPeople(client: PoolClient, name: string, source: string, most: number): Promise<void> {
  const owners = "FROM unnest(s.owner_sets) AS n (id) JOIN derive_owner_sets o USING (id)";
  await makeTable(
    client,
    name,
    `SELECT s.owner_sets,
       CASE WHEN sure.people >= ${most} THEN ${most}
         ELSE least(${most}, (SELECT cardinality(disclosed_people(o.owners)) ${owners})) END AS people
     FROM (SELECT DISTINCT owner_sets FROM ${source}) AS s
     CROSS JOIN LATERAL (
       SELECT count(DISTINCT owner) - count(*) + cardinality(s.owner_sets) AS people ${owners} CROSS JOIN unnest(o.owners) AS owner
     ) AS sure`,
    { keys: "owner_sets" },
  );
}
