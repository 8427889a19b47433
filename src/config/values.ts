// The forms of values that settings have: ports, URLs, folders, schedules.
import { statSync } from "node:fs";
import { z } from "zod";
import { diskProblem } from "../lib/reason.ts";
import { trimEndOf } from "../lib/text.ts";
import { cronFault } from "./cron.ts";

export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = z.string().regex(/^\d{1,10}$/, { error });
  return digits.transform(Number).pipe(z.number().min(min, { error }).max(max, { error }));
};
export const port = whole(0, 65_535);
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const url = (protocols: string[]) =>
  // a URL parser drops line breaks, and spaces at both ends
  z
    .string()
    .refine((value) => !/\s/.test(value) && URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      message: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    });

/** a base URL, to which paths are appended */
export const baseUrl = url(["http:", "https:"]).refine(
  (value) => !URL.canParse(value) || /^https?:\/\/[^\s?#@\\]+$/i.test(value),
  { message: "must be a URL without user, password, query, fragment and spaces" },
);

export const httpUrl = baseUrl.transform((value) => trimEndOf(value, "/"));

export const host = z.string().regex(/^\S+$/, { message: "must be an address or a name without spaces" });

/** a folder that exists or can be made */
export const folder = z.string().superRefine((path, { addIssue }) => {
  const problem = folderProblem(path);
  if (problem !== undefined) addIssue({ code: "custom", message: problem });
});

function folderProblem(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && !found.isDirectory() ? "it is a file, not a folder" : undefined;
  } catch (error) {
    // what this process may not enter now may be mounted when it is needed
    return (error as NodeJS.ErrnoException).code === "EACCES" ? undefined : diskProblem(error)?.what;
  }
}

/** `source=cron; source=off`; the scheduler validates the cron expression */
export const schedules = z
  .string()
  .refine((text) => text.split(";").every((part) => /^(?:\w+\s*=\s*(?:off|\S+(?:\s+\S+){4}))?$/.test(part.trim())), {
    message: "must be source=cron or source=off, separated by semicolons; a cron expression has five fields",
  })
  .transform((text): Partial<Record<string, string>> => {
    const parts = text.split(";").filter((part) => part.trim() !== "");
    return Object.fromEntries(parts.map((part) => part.split("=", 2).map((side) => side.trim())));
  });

/** a cron expression of five fields */
export const cron = z.string().superRefine((text, { addIssue }) => {
  const fault = cronFault(text);
  if (fault !== undefined) addIssue({ code: "custom", message: `must be a cron expression of five fields: ${fault}` });
});
