import { EmptyState } from '../../ui/components/empty-state.tsx'
import { useText } from '../use-text.ts'

export default function Courses() {
  const { t } = useText()
  return <EmptyState mood="asleep" level="h1" title={t('courses.none')} />
}
