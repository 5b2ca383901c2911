// Prints what a release is made of as one CycloneDX document: the libraries of Java as Maven knows them, those that are
// built into the page, and the Java it brings along.
//
//   node scripts/sbom.mjs BOM.json package-lock.json RELEASE SECONDS
import { readFileSync } from 'node:fs';

const [bomFile, lockFile, releaseFile, seconds] = process.argv.slice(2);
const bom = JSON.parse(readFileSync(bomFile, 'utf8'));
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
const java = Object.fromEntries(
  [...readFileSync(releaseFile, 'utf8').matchAll(/^(\w+)="(.*)"$/gm)].map(([, key, value]) => [key, value]));

const page = Object.entries(packages)
  .filter(([place, one]) => place.startsWith('node_modules/') && !one.dev && !one.devOptional && !one.peer)
  .map(([place, one]) => {
    const name = place.replace(/^.*node_modules\//, '');
    const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${one.version}`;
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version: one.version,
      purl,
      ...(one.license && { licenses: [one.license.includes(' ') ? { expression: one.license } : { license: { id: one.license } }] }),
    };
  });
const runtime = {
  type: 'platform',
  'bom-ref': 'java-runtime',
  name: java.IMPLEMENTOR ? `Java runtime (${java.IMPLEMENTOR})` : 'Java runtime',
  version: java.JAVA_RUNTIME_VERSION ?? java.JAVA_VERSION,
};

// Where else something can be read about is no part of what is in here.
const plain = ({ externalReferences: _, ...component }) => component;
const components = [...bom.components.map(plain), ...page, runtime]
  .sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
const itself = plain(bom.metadata.component);
const direct = bom.dependencies.find((one) => one.ref === itself['bom-ref']);
const dependencies = bom.dependencies
  .filter((one) => one !== direct)
  .concat({ ref: itself['bom-ref'], dependsOn: [...(direct?.dependsOn ?? []), ...page.map((one) => one['bom-ref']), runtime['bom-ref']].sort() })
  .sort((one, other) => (one.ref < other.ref ? -1 : 1));
const document = {
  bomFormat: bom.bomFormat,
  specVersion: bom.specVersion,
  version: 1,
  metadata: { timestamp: new Date(seconds * 1000).toISOString(), component: itself },
  components,
  dependencies,
};
console.log(JSON.stringify(document, null, 2));
