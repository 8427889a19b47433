// Who a member of Congress is, as the profile and the directory say it.
import { integer, text, truth } from "../fields.ts";

/** `of`: what leads from the row to the member in the query, with its dot; empty where the row is the member. */
export const memberFields = (of: "" | "member.") => ({
  bioguide_id: text(`${of}bioguideId`, "bioguide id", { always: true, example: "D000001" }),
  name: text(`${of}name`, "name", { always: true, example: "Jane Doe" }),
  party: text(`${of}party`, "of the current (or last) term, full name", { example: "Democrat" }),
  chamber: text(`${of}chamber`, "of the current (or last) term", { example: "House" }),
  state: text(`${of}state`, "of the current (or last) term", { example: "CA" }),
  district: integer(`${of}district`, "House only", { example: 11 }),
  position: text(`${of}position`, "office in words", { example: "Representative" }),
  in_office: truth(`${of}inOffice`, "serves today", { always: true }),
});
