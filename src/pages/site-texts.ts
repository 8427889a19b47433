// What the pages rendered on the server and those that run in the browser have in common: the public pages and the
// statute's note.

export const statute =
  "By 5 U.S.C. 13107(c), House and Senate disclosures may not be used for commercial purposes other than by news and communications media for dissemination to the general public, nor for credit rating or solicitation. This holds for the congressional routes on every plan.";

/** The public pages in the header of every page. */
export const publicLinks = [
  { to: "/trades", label: "Trades" },
  { to: "/congress", label: "Congress" },
  { to: "/clusters", label: "Clusters" },
  { to: "/late", label: "Late" },
  { to: "/companies", label: "Companies" },
  { to: "/insiders", label: "Insiders" },
  { to: "/politicians", label: "Politicians" },
  { to: "/committees", label: "Committees" },
  { to: "/signal", label: "Signal" },
] as const;

/** The search for companies, insiders and members of Congress: a form whose text is the parameter `q`. */
export const searchPage = { to: "/search", label: "Company, insider or member" } as const;
