import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Builds the package as ES modules and as CommonJS. npm puts the compiler on the path. */
const folder = fileURLToPath(new URL('.', import.meta.url))
rmSync(`${folder}dist`, { recursive: true, force: true })
for (const project of ['tsconfig.json', 'tsconfig.cjs.json'])
  execFileSync('tsc', ['-p', project], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
// Without this file, Node would read the folder as ES modules.
writeFileSync(`${folder}dist/cjs/package.json`, '{ "type": "commonjs" }\n')
