import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ComponentType, Ref } from 'react'

/**
 * The types of the router library know the addresses of one application, the learner app. These functions are the same
 * for the addresses of the studio, which `paths.ts` builds.
 */

export type StudioSearch = Record<string, string | number | undefined>

interface LinkGiven extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
  search?: StudioSearch
  hash?: string
  activeOptions?: { exact?: boolean; includeSearch?: boolean }
  ref?: Ref<HTMLAnchorElement>
}

export const StudioLink = Link as unknown as ComponentType<LinkGiven>

interface Navigation {
  to?: string
  search?: StudioSearch | ((before: StudioSearch) => StudioSearch)
  hash?: string
  replace?: boolean
}

export const useStudioNavigate = useNavigate as unknown as () => (to: Navigation) => Promise<void>

/** A segment of the address, for screens whose address has it. */
export function useSegment(
  name: 'contestId' | 'courseId' | 'lessonId' | 'pathId' | 'planId' | 'projectId' | 'questionId',
): string {
  const segments = (useParams as (options: { strict: false }) => Record<string, string>)({ strict: false })
  return segments[name]!
}

/** The search part of the address, as the route has read it. */
export function useStudioSearch<Search>(): Search {
  return (useSearch as (options: { strict: false }) => unknown)({ strict: false }) as Search
}
