// What networks show of a shared link: title, description and a picture of the page's kind. Networks accept no SVG, and
// a picture of each record would need a library that takes 130 MB while it draws (ADR 71).
import type { Built } from "./built.ts";
import type { SharedPicture } from "./data/paths.ts";
import { type Html, html } from "./html.ts";

interface SharedLink {
  title: string;
  description: string;
  /** absolute address of the page */
  address: string;
  /** base URL that callers see, without /api/v1 */
  origin: string;
  picture: SharedPicture;
}

/** Elements of the head, by the Open Graph protocol. */
export function sharedLink(built: Built, { title, description, address, origin, picture }: SharedLink): Html {
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="Disclosed">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${origin}${built.entry(`site/shared/${picture}.png`).script}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`;
}
