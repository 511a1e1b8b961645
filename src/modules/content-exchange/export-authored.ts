import type { Platform } from '../../platform/platform.ts'
import { writeYaml } from '../../platform/yaml/write-yaml.ts'
import { MissingFileError } from '../authoring/public/pack.ts'
import { badgeFileOf, type ExchangedBadge, listAuthoredBadges } from '../badges/public/exchange-badges.ts'
import { listMediaForExport } from '../media/public/exchange-media.ts'
import { libraryKey, type Medium } from '../media/public/medium.ts'
import type { AuthoredContent } from './authored-pack.ts'
import { loadAuthoredContent } from './load-authored-content.ts'
import type { Selection } from './selection.ts'
import { writeAuthoredPack } from './write-authored-pack.ts'

export interface ExportedFile {
  path: string
  content: string | Uint8Array
}

/** Whether authors made something that an export would contain. */
export async function hasAuthoredContent(
  { db }: Pick<Platform, 'db'>,
  { drafts }: Pick<Selection, 'drafts'>,
): Promise<boolean> {
  const [row] = await db<{ found: boolean }>`
    select exists (select from course where key ^@ 'admin:' and (archived_at is null or (is_draft and ${drafts})))
      or exists (select from question where key ^@ 'admin:' and (archived_at is null or (is_draft and ${drafts})))
      or exists (select from learning_path where key ^@ 'admin:' and (archived_at is null or (is_draft and ${drafts})))
      or exists (select from medium where status = 'STORED') as found`
  return row!.found
}

/** How many courses, lessons and questions have changes that are not published, and so are not exported. */
export async function countUnpublishedChanges({ db }: Pick<Platform, 'db'>): Promise<number> {
  const [row] = await db<{ count: number }>`
    select ((select count(*) from course where edited is not null) + (select count(*) from lesson where edited is not null)
      + (select count(*) from question where edited is not null))::integer as count`
  return row!.count
}

/** The files of a pack with everything that authors made. Files of the storage are read one at a time. */
export async function* exportAuthored(
  { db, storage, config }: Pick<Platform, 'db' | 'storage' | 'config'>,
  selection: Selection,
): AsyncGenerator<ExportedFile> {
  const isEverything = selection.courseId === null && selection.ownerId === null
  const content = await loadAuthoredContent({ db, publicUrl: config.publicUrl }, selection)
  const badges = isEverything ? await listAuthoredBadges(db, selection) : []
  const media = await listMediaForExport(db, {
    ids: usedMedia(content),
    ownerId: selection.courseId === null ? selection.ownerId : null,
    all: isEverything,
  })
  const draftBadges = badges.filter(({ isDraft }) => isDraft).map(({ badgeType }) => keyOf(badgeType))
  const files = writeAuthoredPack(content, draftBadges)
  for (const badge of badges) files.set(badgeFileOf(badge.badgeType), writeYaml(badgeFields(badge)))
  if (media.length > 0) files.set('media.yaml', writeYaml(media.map(mediumFields)))
  for (const [path, text] of files) yield { path, content: text }

  const read = async (key: string): Promise<Uint8Array> => {
    const bytes = await storage.get(key)
    if (!bytes) throw new MissingFileError(`The file ${key} of authored content is not in the storage.`)
    return bytes
  }
  for (const [path, name] of drawingsOf(content, files)) yield { path, content: await read(`media/${name}`) }
  for (const { pictureKey } of badges)
    if (pictureKey)
      yield { path: pictureKey.replace(/^badges\//, 'badges/images/'), content: await read(pictureKey) }
  for (const { files: stored } of media)
    for (const { name } of stored) yield { path: `media/${name}`, content: await read(libraryKey(name)) }
}

const keyOf = (badgeType: string) => badgeFileOf(badgeType).slice('badges/'.length, -'.yaml'.length)

function badgeFields({ name, description, ruleKind, requiredProgress, pictureKey }: ExchangedBadge): object {
  return {
    name,
    description,
    rule: ruleKind,
    required: requiredProgress,
    ...(pictureKey ? { picture: pictureKey.replace(/^badges\//, 'images/') } : {}),
  }
}

function mediumFields(medium: Medium): object {
  const { id, kind, name, alt, width, height, placeholder, durationSeconds, files } = medium
  return withoutNulls({
    ...{ id, kind, name, alt, width, height, placeholder, durationSeconds },
    files: files.map((file) => withoutNulls({ name: file.name, width: file.width, height: file.height })),
  })
}

function withoutNulls(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** The media whose files the content names, and its covers. */
function usedMedia(content: AuthoredContent): string[] {
  const text = JSON.stringify(content)
  const named = text.matchAll(/\/files\/library\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g)
  const covers = [...content.courses, ...content.paths].flatMap(({ coverMediumId }) => coverMediumId ?? [])
  return [...new Set([...named.map(([, id]) => id!), ...covers])]
}

/** The drawings of packs that copied courses show, by the path of their file: beside the file that names them. */
function drawingsOf(
  { courses }: AuthoredContent,
  files: Map<string, string | Uint8Array>,
): Map<string, string> {
  const found = new Map<string, string>()
  for (const [path, text] of files) {
    const [root, id] = path.split('/')
    const folder = root === 'courses' ? `courses/${id}` : root
    for (const [, name] of String(text).matchAll(/\]\(images\/([0-9a-f]{32}\.svg)\)/g))
      found.set(`${folder}/images/${name}`, name!)
    for (const [, name] of String(text).matchAll(/^image: images\/([0-9a-f]{32}\.svg)$/gm))
      found.set(`${folder}/images/${name}`, name!)
  }
  for (const { id, coverKey } of courses)
    if (coverKey)
      found.set(coverKey.replace(/^media\//, `courses/${id}/images/`), coverKey.replace(/^media\//, ''))
  return found
}
