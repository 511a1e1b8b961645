import type { Api } from '../../../packages/client/src/lyceum.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { FieldHistory } from '../frame/field-history.tsx'
import { useText } from '../use-text.ts'
import { PATH_FIELD_NAMES } from './path-fields.ts'
import { cachedPath, reloadPath, storePath } from './path-query.ts'
import { useShownPathValue } from './use-shown-path-value.ts'

interface Given {
  path: Api.EditedLearningPath
  isOpen: boolean
  onClose: () => void
}

/** Who changed or published the path, when, and what. */
export function PathHistory({ path: { id, canEdit }, isOpen, onClose }: Given) {
  const { t } = useText()
  const show = useShownPathValue()
  return (
    <FieldHistory
      resource="learning-paths/{id}"
      id={id}
      canEdit={canEdit}
      names={PATH_FIELD_NAMES}
      labelOf={(name) => t(`pathField.${name}`)}
      show={show}
      versionOf={() => cachedPath(id)!.version}
      onRestored={(path) => {
        storePath(path)
        showToast(t('path.restored'))
      }}
      reload={() => reloadPath(id)}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}
