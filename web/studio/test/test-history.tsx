import type { Api } from '../../../packages/client/src/lyceum.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { FieldHistory } from '../frame/field-history.tsx'
import { useText } from '../use-text.ts'
import { TEST_FIELD_NAMES } from './test-fields.ts'
import { cachedTest, reloadTest, storeTest } from './test-query.ts'

interface Given {
  test: Api.EditedCourseTest
  isOpen: boolean
  onClose: () => void
}

/** Who changed the rules of the test, when, and what. */
export function TestHistory({ test: { id, canEdit }, isOpen, onClose }: Given) {
  const { t, number } = useText()
  const yesOrNo = (value: unknown) => (value ? t('conflict.yes') : t('conflict.no'))
  return (
    <FieldHistory
      resource="courses/{id}/test"
      id={id}
      canEdit={canEdit}
      names={TEST_FIELD_NAMES}
      labelOf={(name) => t(`testField.${name}`)}
      show={(name, value) => (name === 'isRequiredForCertificate' ? yesOrNo(value) : number(Number(value)))}
      versionOf={() => cachedTest(id)!.version}
      onRestored={(restored) => {
        storeTest(restored)
        showToast(t('project.restored'))
      }}
      reload={() => reloadTest(id)}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}
