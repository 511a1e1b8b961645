import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'

/** The placeholder of a screen while its code or data loads. */
export function ScreenLoading() {
  return (
    <div className="grid gap-4 pt-2">
      <LoadingNote />
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-48" />
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  )
}
