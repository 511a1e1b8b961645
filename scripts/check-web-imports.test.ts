import { expect, test } from 'bun:test'
import { findWebViolations } from './check-architecture.ts'

const violationsOf = (path: string, line: string) => findWebViolations(new Map([[path, line]]))

test('a web application that imports the service is reported', () => {
  const line = "import { log } from '../../src/platform/log.ts'"
  expect(violationsOf('learner/main.tsx', line)).toEqual([
    'web/learner/main.tsx imports ../src/platform/log.ts: it may import only learner/, ui/ and packages/client.',
  ])
})

test('a web application that imports another one is reported, and so is a shared file that imports an application', () => {
  expect(violationsOf('studio/frame.tsx', "import { router } from '../learner/router.tsx'")).toHaveLength(1)
  expect(
    violationsOf('ui/theme.ts', "const screen = () => import('../learner/screens/me.tsx')"),
  ).toHaveLength(1)
})

test('a web application may import its own files, shared files and the client', () => {
  const lines = [
    "import { Home } from './frame/home.tsx'",
    "import { Card } from '../ui/components/card.tsx'",
    "import { createLyceum } from '../../packages/client/src/lyceum.ts'",
    "import { Link } from '@tanstack/react-router'",
  ]
  expect(violationsOf('learner/router.tsx', lines.join('\n'))).toEqual([])
})
