// /terms: the terms of the service and of its data, a text of docs/.
import type { RequestHandler } from "express";
import type { Built } from "./built.ts";
import { sitePage } from "./document.ts";
import { html } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderedOnce } from "./rendered.ts";
import { readText } from "./texts.ts";
import type { Visitors } from "./viewer.ts";

const text = { title: "Terms", description: "Use of the service and of its data", file: "docs/terms.md" };

export function termsPage(
  built: Built,
  { version, visitors }: { version: string; visitors?: Visitors | undefined },
): RequestHandler {
  const render = async () => {
    const content = html`<div class="prose">${renderMarkdown(await readText(text)).body}</div>`;
    return sitePage(built, { ...text, path: "/terms", version, content });
  };
  return renderedOnce(() => version, render, { visitors });
}
