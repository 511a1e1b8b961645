import { Download } from 'lucide-react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { describeFault } from '../../ui/api/describe-fault.ts'
import { downloadFile } from '../../ui/api/download-file.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES } from './file-formats.ts'
import { type QuestionSearch, questionFilter } from './question-search.ts'

/** Saves the questions of the list that the author may change as a file. */
export function ExportMenu({ search }: { search: QuestionSearch }) {
  const { t } = useText()
  const save = async (format: ExportFormat) => {
    try {
      await downloadFile('/admin/questions/export', { ...questionFilter(search), format })
    } catch (fault) {
      const { kind, message } = describeFault(fault)
      showToast((kind === 'offline' ? t('error.offlineText') : message) ?? t('error.text'), 'bad')
    }
  }
  return (
    <MenuTrigger>
      <Button
        className={`${buttonClass({ variant: 'secondary' })} outline-none data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary`}
      >
        <Download size={20} aria-hidden="true" />
        {t('bank.export')}
      </Button>
      <Popover
        placement="bottom end"
        className="min-w-44 rounded-2xl border border-line bg-surface p-1.5 shadow-float"
      >
        <Menu
          aria-label={t('bank.export')}
          onAction={(key) => void save(key as ExportFormat)}
          className="outline-none"
        >
          {EXPORT_FORMATS.map((format) => (
            <MenuItem
              key={format}
              id={format}
              className="flex min-h-11 cursor-pointer items-center rounded-xl px-3 font-semibold outline-none data-[focused]:bg-sunken"
            >
              {FORMAT_NAMES[format]}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
