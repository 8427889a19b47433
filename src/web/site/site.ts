// Scripts of the landing page and the documentation: colour scheme, language of samples, copying, trying out requests.
import "../frame/tokens.css";
import "./site.css";
import "./icon.svg?url";
import { enableCopying } from "./copying.ts";
import { enableSamples } from "./samples.ts";
import { enableScheme } from "./scheme.ts";
import { enableTryOut } from "./try-out.ts";

enableScheme();
enableSamples();
enableCopying();
enableTryOut();

// on a narrow screen the tree opens on demand
const narrow = matchMedia("(max-width: 899px)");
const tree = document.querySelector(".tree details");
const fold = () => {
  tree?.toggleAttribute("open", !narrow.matches);
  tree?.setAttribute("data-ready", "");
};
narrow.addEventListener("change", fold);
fold();
