import type { Api } from '../../../packages/client/src/lyceum.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { FieldHistory } from '../frame/field-history.tsx'
import { useText } from '../use-text.ts'
import { PROJECT_FIELD_NAMES } from './project-fields.ts'
import { cachedProject, reloadProject, storeProject } from './project-query.ts'
import { useShownProjectValue } from './use-shown-project-value.ts'

interface Given {
  project: Api.EditedCapstone
  isOpen: boolean
  onClose: () => void
}

/** Who changed or published the project, when, and what. */
export function ProjectHistory({ project: { id, canEdit }, isOpen, onClose }: Given) {
  const { t } = useText()
  const show = useShownProjectValue()
  return (
    <FieldHistory
      resource="capstones/{id}"
      id={id}
      canEdit={canEdit}
      names={PROJECT_FIELD_NAMES}
      labelOf={(name) => t(`projectField.${name}`)}
      show={show}
      versionOf={() => cachedProject(id)!.version}
      onRestored={(project) => {
        storeProject(project)
        showToast(t('project.restored'))
      }}
      reload={() => reloadProject(id)}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}
