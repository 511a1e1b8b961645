import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { COMMIT } from '../../src/platform/build-info.ts'
import { OUTSIDE_PACKAGES } from './shipped-files.ts'

const ROOT = join(import.meta.dir, '../..')
const DEFINE = { LYCEUM_COMPILED: 'true', LYCEUM_COMPILED_COMMIT: JSON.stringify(COMMIT) }

export interface Runtime {
  target: Bun.Build.CompileTarget
  /** The Bun that becomes part of the program; default: the one that runs this. */
  executable?: string | undefined
}

/**
 * Compiles the command line into one program. With bytecode a command starts in a tenth of a second instead of half a
 * second of processor time. It is valid only for the kind of machine that it was made on, so a program for another processor
 * has none.
 */
export async function compileProgram(outfile: string, { target, executable }: Runtime): Promise<void> {
  const result = await Bun.build({
    entrypoints: [join(ROOT, 'src/app/binary.ts')],
    root: ROOT,
    target: 'bun',
    // With bytecode the bundler would store the folders of this machine. Inside of the program there is one folder.
    define: { ...DEFINE, __dirname: JSON.stringify('/$bunfs/root') },
    plugins: [besideTheProgram],
    sourcemap: 'inline',
    format: 'esm',
    bytecode: executable === undefined,
    compile: {
      target,
      outfile,
      ...(executable ? { executablePath: executable } : {}),
      // The settings are those of the environment, and not of files in the folder in which a command happens to run.
      autoloadDotenv: false,
      autoloadBunfig: false,
      // Otherwise the main files of the packages beside the program are not found.
      autoloadPackageJson: true,
    },
  })
  if (!result.success) throw new AggregateError(result.logs, 'The program cannot be compiled.')
}

/**
 * Bundles each task of child processes into a file beside the program, so that a child process loads only what its task needs.
 * Packages outside are resolved from there as always.
 */
export async function bundleTasks(folder: string): Promise<void> {
  for (const path of listTasks()) {
    const result = await Bun.build({
      entrypoints: [join(ROOT, path)],
      root: ROOT,
      outdir: folder,
      target: 'bun',
      define: DEFINE,
      external: OUTSIDE_PACKAGES,
    })
    if (!result.success) throw new AggregateError(result.logs, `${path} cannot be bundled.`)
  }
}

/** The tasks of the product; those in the folder of the pool are for its test. */
export function listTasks(): string[] {
  return [...new Bun.Glob('src/**/*-task.ts').scanSync(ROOT)].filter(
    (path) => !path.includes('/child-process/'),
  )
}

/** Loads packages from the folder of the program. Inside of it, Node's rules would search the folder of the caller. */
const besideTheProgram: BunPlugin = {
  name: 'beside-the-program',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${OUTSIDE_PACKAGES.join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'beside',
    }))
    build.onLoad({ filter: /.*/, namespace: 'beside' }, ({ path }) => ({
      loader: 'js',
      contents: `
        const { createRequire } = require('node:module')
        module.exports = createRequire(process.execPath)(${JSON.stringify(path)})`,
    }))
  },
}
