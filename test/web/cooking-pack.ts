import { createClient } from '../harness/api-client.ts'
import { importPackFiles } from '../harness/import-pack-files.ts'
import type { TestService } from '../harness/service.ts'
import { waitUntil } from '../harness/wait-until.ts'

/** More than a page of the catalogue. */
export const RECIPES = 62
export const COOKING = { en: 'Cooking', fr: 'Cuisine', ar: 'الطبخ' }

const titleOf = (number: number) => `Recipe ${String(number).padStart(2, '0')}`

const course = (number: number) => `title: ${titleOf(number)}
description: A dish for ${number} guests.
category: COOKING
level: BEGINNER
skills: [cooking]
topic: kitchen
bonus: { xp: 10, gems: 1 }
`

const LESSON = `---
title: In the kitchen
xp: 10
gems: 1
---

## Wash your hands

Before you touch food.
`

const FILES: Record<string, string> = {
  'pack.yaml': 'id: cooking\nname: Cooking\nversion: 1\n',
  'topics.yaml': '- key: kitchen\n  title: Kitchen\n',
  'categories.yaml': `- key: COOKING\n  title: ${COOKING.en}\n  titles: { fr: ${COOKING.fr}, ar: ${COOKING.ar} }\n`,
  'paths/cook.yaml': `title: Cook
description: From soup to nuts.
category: COOKING
kind: FOUNDATION
skills: [cooking]
courses: [recipe-1, recipe-2]
`,
  ...Object.fromEntries(
    Array.from({ length: RECIPES }, (_, index) => index + 1).flatMap((number) => [
      [`courses/recipe-${number}/course.yaml`, course(number)],
      [`courses/recipe-${number}/lessons/01-kitchen.md`, LESSON],
    ]),
  ),
}

/** Imports courses of a category that the pack defines, with titles in some languages only. Waits until the service has them. */
export async function importCookingPack(service: TestService): Promise<void> {
  await importPackFiles(service.test, FILES)
  const api = createClient(service.url)
  await waitUntil(async () => {
    const { body } = await api.call('GET /public/courses?category=COOKING')
    return body.meta.total === RECIPES
  })
}
