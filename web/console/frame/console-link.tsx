import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ComponentType, Ref } from 'react'

/**
 * The types of the router library know the addresses of one application, the learner app. These functions are the same
 * for the addresses of the console, which `paths.ts` builds.
 */

export type ConsoleSearch = Record<string, string | number | undefined>

export interface Destination {
  to: string
  search?: ConsoleSearch
  /** False keeps the place on the page, for panels beside a list. */
  resetScroll?: boolean
}

interface LinkGiven extends AnchorHTMLAttributes<HTMLAnchorElement>, Destination {
  activeOptions?: { exact?: boolean; includeSearch?: boolean }
  ref?: Ref<HTMLAnchorElement>
}

export const ConsoleLink = Link as unknown as ComponentType<LinkGiven>

interface Navigation extends Destination {
  replace?: boolean
}

export const useConsoleNavigate = useNavigate as unknown as () => (to: Navigation) => Promise<void>

/** A segment of the address, for screens whose address has it. */
export function useSegment(
  name: 'userId' | 'contestId' | 'broadcastId' | 'promotionId' | 'badgeType',
): string {
  const segments = (useParams as (options: { strict: false }) => Record<string, string>)({ strict: false })
  return segments[name]!
}

/** The search part of the address, as the route has read it. */
export function useConsoleSearch<Search>(): Search {
  return (useSearch as (options: { strict: false }) => unknown)({ strict: false }) as Search
}
