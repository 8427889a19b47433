// The identity of a member of Congress, in the profile and in the directory.
import { integer, text, truth } from "../fields.ts";

/** `of`: path from the row to the member, with a dot at its end; empty if the row is the member. */
export const memberFields = (of: "" | "member.") => ({
  bioguide_id: text(`${of}bioguideId`, "bioguide id", { always: true, example: "D000001" }),
  name: text(`${of}name`, "name", { always: true, example: "Jane Doe" }),
  party: text(`${of}party`, "party of the current (or last) term, full name", { example: "Democrat" }),
  chamber: text(`${of}chamber`, "chamber of the current (or last) term", { example: "House" }),
  state: text(`${of}state`, "state of the current (or last) term", { example: "CA" }),
  district: integer(`${of}district`, "House only", { example: 11 }),
  position: text(`${of}position`, "office, e.g. Senator or Representative", { example: "Representative" }),
  in_office: truth(`${of}inOffice`, "in office today", { always: true }),
});

/** What the fields above are computed from: the member's terms. */
export const memberRelations = (of: "" | "member.") => ({
  terms: ["party", "chamber", "state", "district", "position", "inOffice"].map((name) => of + name),
});
