/** Every address of the studio; `:name` is one segment. */
export const STUDIO_PATHS = ['/studio'] as const
