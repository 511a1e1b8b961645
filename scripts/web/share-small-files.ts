import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BunPlugin, Glob } from 'bun'

const SHARED = 'learner/shared-files.ts'
const SHARED_WITH_PLAYER = 'learner/shared-player-files.ts'
/** What a lesson loads. */
const PLAYER =
  /\/screens\/lesson\.tsx$|\/push\/push-offer\.tsx$|\/ui\/player\/|\/ui\/components\/dialog\.tsx$/
/** These are loaded without a screen, or before the first one: they must not bring the shared file along. */
const LOADED_FIRST = /\/messages\/|\/landing\.tsx$|\/offline\/(?:restore-offline|forget-user)\.ts$/

/**
 * Lets every screen that the learner app loads later import `shared-files.ts`. The bundler puts modules into one file if
 * the same screens import them.
 */
export function shareSmallFiles(web: string): BunPlugin {
  const screens = findScreens(web)
  return {
    name: 'share-small-files',
    setup: (build) => {
      build.onLoad({ filter: /\/web\/(?:learner|ui)\/.*\.tsx?$/ }, async ({ path }) => {
        if (!screens.has(path)) return undefined
        const text = await Bun.file(path).text()
        const loader = path.endsWith('x') ? 'tsx' : 'ts'
        const shared = join(web, PLAYER.test(path) ? SHARED_WITH_PLAYER : SHARED)
        return { contents: `${text}\nimport ${JSON.stringify(shared)}\n`, loader }
      })
    },
  }
}

/** The files of the app that are named in an `import()`. */
function findScreens(web: string): Set<string> {
  const screens = new Set<string>()
  for (const name of new Glob('{learner,ui}/**/*.{ts,tsx}').scanSync({ cwd: web })) {
    const text = readFileSync(join(web, name), 'utf8')
    for (const [, target] of text.matchAll(/import\(\s*'(\.[^']+)'/g)) {
      const path = join(web, dirname(name), target!)
      if (path.startsWith(web) && !LOADED_FIRST.test(path)) screens.add(path)
    }
  }
  return screens
}
