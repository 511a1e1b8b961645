import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'
import type { SlideOf } from './draft.ts'
import { useFault } from './fault-scope.tsx'
import { LibraryFile } from './library-file.tsx'
import { type FormGiven, TitleField } from './slide-editor.tsx'

/** A video at another address, or audio of the library, with captions. */
export function VideoEditor({ slide, change }: FormGiven<SlideOf<'VIDEO'>>) {
  const { t } = useText()
  const faultOf = useFault()
  return (
    <>
      <TitleField value={slide.title} onChange={(title) => change({ title })} />
      <div className="grid gap-2">
        <TextField
          label={t('slide.mediaUrl')}
          name="mediaUrl"
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          hint={t('slide.mediaUrlHint')}
          value={slide.mediaUrl}
          error={faultOf('mediaUrl')}
          onChange={(event) => change({ mediaUrl: event.target.value })}
        />
        <LibraryFile
          label={t('slide.uploadAudio')}
          accept="audio/*"
          onUploaded={(mediaUrl, { durationSeconds }) =>
            change({
              mediaUrl,
              ...(durationSeconds === null
                ? {}
                : { durationSeconds: String(Math.max(1, Math.round(durationSeconds))) }),
            })
          }
        />
      </div>
      <div className="grid gap-2">
        <TextField
          label={t('slide.captionsUrl')}
          name="captionsUrl"
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          hint={t('slide.captionsHint')}
          value={slide.captionsUrl}
          error={faultOf('captionsUrl')}
          onChange={(event) => change({ captionsUrl: event.target.value })}
        />
        <LibraryFile
          label={t('slide.uploadCaptions')}
          accept=".vtt,text/vtt"
          onUploaded={(captionsUrl) => change({ captionsUrl })}
        />
      </div>
      <TextField
        label={t('slide.seconds')}
        name="durationSeconds"
        inputMode="numeric"
        value={slide.durationSeconds}
        error={faultOf('durationSeconds')}
        onChange={(event) => change({ durationSeconds: event.target.value })}
      />
    </>
  )
}
