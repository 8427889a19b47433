// The data that a public page was rendered from, as they stand in its document.

export type PageData = { name: string; variables: unknown; data: unknown }[];
