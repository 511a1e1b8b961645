import type { Api } from '../../../packages/client/src/lyceum.ts'
import { settings } from '../../ui/api/settings.ts'
import type { Translator } from '../../ui/i18n/translator.ts'
import type { CatalogueSearch } from '../catalogue-search.ts'
import type messages from '../messages/en.ts'
import type screenMessages from '../messages/screens/en.ts'

type Texts = Pick<Translator<keyof typeof messages | keyof typeof screenMessages>, 't'>

/** What a browser tab, a search engine and a shared link show of a page. */
export interface PageHead {
  title: string
  description: string
  image?: string | null
  /** Structured data of schema.org. */
  jsonLd?: object
  isIndexed?: boolean
  /** The path and query of the canonical address, if it is not the path of the page. */
  canonicalPath?: string
}

const named = (title: string) => `${title} · ${settings.siteName}`

/** Every page of the list without a filter is indexed; pages with a filter repeat their courses. */
export function coursesHead(
  { t }: Texts,
  { page, pages }: { page: number; pages: number },
  { q, category }: CatalogueSearch,
): PageHead {
  const isFurther = page > 1 && page <= pages
  const place = isFurther ? ` · ${t('courses.page', { page, pages })}` : ''
  return {
    title: named(t('catalogue.title') + place),
    description: t('courses.text'),
    ...(isFurther && !q && !category ? { canonicalPath: `/courses?page=${page}` } : {}),
  }
}

export function courseHead(course: Api.PublishedCourse, publicUrl = ''): PageHead {
  return {
    title: named(course.title),
    description: course.description,
    image: course.coverUrl,
    jsonLd: {
      '@type': 'Course',
      name: course.title,
      description: course.description,
      url: `${publicUrl}/courses/${course.id}`,
      provider: { '@type': 'Organization', name: settings.siteName, url: `${publicUrl}/` },
      educationalLevel: course.level.toLowerCase(),
      teaches: course.skills,
      isAccessibleForFree: !course.isPremium,
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'Online',
        courseWorkload: `PT${course.totalLessons * MINUTES_PER_LESSON}M`,
      },
      syllabusSections: course.lessons.map(({ title }) => ({ '@type': 'Syllabus', name: title })),
    },
  }
}

const MINUTES_PER_LESSON = 6

export function pathsHead({ t }: Texts): PageHead {
  return { title: named(t('paths.title')), description: t('paths.text') }
}

export function pathHead(path: Api.PublishedLearningPath, publicUrl = ''): PageHead {
  return {
    title: named(path.title),
    description: path.description,
    jsonLd: {
      '@type': 'ItemList',
      name: path.title,
      description: path.description,
      itemListElement: path.courses.map(({ id, title }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        url: `${publicUrl}/courses/${id}`,
      })),
    },
  }
}

export function leaderboardsHead({ t }: Texts): PageHead {
  return { title: named(t('leaderboards.title')), description: t('leaderboards.text') }
}

export function profileHead({ t }: Texts, profile: Api.PublicProfile): PageHead {
  const { username, level, totalXP, avatarUrl } = profile
  return {
    title: named(username),
    description: t('publicProfile.description', {
      name: username,
      site: settings.siteName,
      level,
      xp: totalXP,
    }),
    image: avatarUrl,
    isIndexed: false,
  }
}

export function notFoundHead({ t }: Texts): PageHead {
  return { title: named(t('notFound.title')), description: t('notFound.text'), isIndexed: false }
}
