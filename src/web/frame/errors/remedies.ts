// What a caller can do about a status code, and the link to the documentation.

interface Remedy {
  words: string;
  href: string;
}

const remedies: Partial<Record<number, Remedy>> = {
  400: { words: "Correct the parameter that is named, and send the request again.", href: "/docs/reference#endpoints" },
  403: {
    words: "This key works from the addresses on its list only. Send from one of them, or use another key.",
    href: "/docs/quickstart",
  },
  404: {
    words: "No such record or path. Look the id up first, by a list or /symbols.",
    href: "/docs/reference#errors",
  },
  405: { words: "Every route is read-only: use GET.", href: "/docs/reference#errors" },
  429: {
    words: "Wait for Retry-After, keep unchanged answers by their ETag, or choose a larger plan.",
    href: "/docs/guides/limits",
  },
  500: {
    words: "Our fault, and not counted. Try again; if it stays, name the request id to the operator.",
    href: "/docs/quickstart",
  },
  503: {
    words: "The service could not answer just then, and did not count it. Try again after Retry-After.",
    href: "/docs/quickstart",
  },
};

export function remedyFor(status: number): Remedy {
  return remedies[status] ?? { words: "Read what was answered.", href: "/docs/reference#errors" };
}
