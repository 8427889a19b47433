// Code samples of one request in five languages, ready to paste: for the documentation and, with a new key in it, for the
// account page. Only standard libraries, where they have an HTTP client.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the samples that fill it in

export const sampleLanguages = {
  shell: "Shell",
  typescript: "TypeScript",
  python: "Python",
  go: "Go",
  r: "R",
} as const;

export type SampleLanguage = keyof typeof sampleLanguages;

export interface SampledRequest {
  /** with path and query */
  url: string;
  /** the key itself; without it the samples read DISCLOSED_API_KEY from the environment */
  key?: string;
}

/** A string literal that all five languages read alike. */
const quoted = (text: string) => JSON.stringify(text);

/** @param request its URL and key are inserted as literals */
export function codeSample(language: SampleLanguage, request: SampledRequest): string {
  return writers[language](request);
}

const writers: Record<SampleLanguage, (request: SampledRequest) => string> = {
  shell: ({ url, key }) => `curl -H "Authorization: Bearer ${key ?? "$DISCLOSED_API_KEY"}" \\\n  ${quoted(url)}`,

  typescript: ({ url, key }) => `const response = await fetch(${quoted(url)}, {
  headers: { Authorization: ${key ? quoted(`Bearer ${key}`) : "`Bearer ${process.env.DISCLOSED_API_KEY}`"} },
});
const body = await response.json();
if (!response.ok) throw new Error(\`\${response.status} \${body.error} (request \${body.requestId})\`);
console.log(body.data);`,

  python: ({ url, key }) => `import json${key ? "" : ", os"}
from urllib.request import Request, urlopen

request = Request(${quoted(url)})
request.add_header("Authorization", ${key ? quoted(`Bearer ${key}`) : "f\"Bearer {os.environ['DISCLOSED_API_KEY']}\""})
with urlopen(request) as response:
    body = json.load(response)
print(body["data"])`,

  go: ({ url, key }) => `package main

import (
	"fmt"
	"io"
	"net/http"${key ? "" : '\n	"os"'}
)

func main() {
	request, err := http.NewRequest("GET", ${quoted(url)}, nil)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", ${key ? quoted(`Bearer ${key}`) : '"Bearer "+os.Getenv("DISCLOSED_API_KEY")'})
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, string(body))
}`,

  r: ({ url, key }) => `library(httr2)

body <- request(${quoted(url)}) |>
  req_auth_bearer_token(${key ? quoted(key) : 'Sys.getenv("DISCLOSED_API_KEY")'}) |>
  req_perform() |>
  resp_body_json(simplifyVector = TRUE)
print(body$data)`,
};
