// `npm run audit`: lists the shop's production packages with known vulnerabilities. Exits with 1 if there is one, or
// if the registry serves no advisories.
import { spawnSync } from 'node:child_process';
import { npm, root, SetupError } from './setup/prepare.mjs';

function readAudit() {
  const args = [...npm.slice(1), 'audit', '--json', '--omit=dev', '--loglevel=error'];
  const limits = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = spawnSync(npm[0], args, { cwd: root, ...limits });
  let report = {};
  try {
    report = JSON.parse(stdout);
  } catch {
    // Reported below.
  }
  if (report.vulnerabilities) return report;
  const why = report.statusCode ?? report.error?.code ?? report.code ?? 'no answer';
  throw new SetupError(
    `The registry that npm uses serves no advisories (${why}), so nobody knows whether a package is vulnerable. ` +
      `Name one that does: npm run audit --registry=…`,
  );
}

export default function audit() {
  const { vulnerabilities, metadata } = readAudit();
  for (const { name, severity, via } of Object.values(vulnerabilities)) {
    for (const advisory of via) {
      // A string is the name of another package in this list, through which this one is vulnerable.
      const why =
        typeof advisory === 'string'
          ? `through ${advisory}`
          : `${advisory.range} ${advisory.title} ${advisory.url}`;
      console.log(`${severity.padEnd(9)} ${name}: ${why}`);
    }
  }
  const { total } = metadata.vulnerabilities;
  console.log(`${total} of ${metadata.dependencies.prod} packages with a known vulnerability.`);
  if (total > 0) {
    console.log("docs/security.md, 'Dependencies', says how soon each has to be gone.");
    process.exitCode = 1;
  }
}
