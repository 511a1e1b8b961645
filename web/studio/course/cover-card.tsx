import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { FileButton } from '../../ui/components/file-button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { PictureDialog } from '../media/picture-dialog.tsx'
import { PICTURE_TYPES } from '../media/upload-medium.ts'
import { useText } from '../use-text.ts'

interface Given {
  of: 'courses' | 'learning-paths'
  id: string
  canEdit: boolean
}

/** The picture of a course or a path. A new one goes into the library of the author. */
export function CoverCard({ of, id, canEdit }: Given) {
  const { t } = useText()
  const given = { path: { id } }
  const { data } = useApi(`GET /admin/${of}/{id}/cover`, given)
  const [file, setFile] = useState<File>()
  const removal = useSubmit()
  const choose = async (mediumId: string | null) => {
    const answer = await lyceum.call(`PUT /admin/${of}/{id}/cover`, { ...given, body: { mediumId } })
    queryClient.setQueryData(apiKey(`GET /admin/${of}/{id}/cover`, given), answer)
    void queryClient.invalidateQueries({ queryKey: [`GET /admin/${of}`] })
  }
  const cover = data?.data.cover
  if (!canEdit && !cover) return null
  return (
    <Card as="section" aria-labelledby="cover">
      <h2 id="cover" className="text-[21px]">
        {t('cover.title')}
      </h2>
      <div className="mt-4">{data ? <Picture cover={cover ?? null} /> : <Skeleton className="h-40" />}</div>
      {cover && <p className="mt-2 text-sm text-ink-2">{cover.alt || t('picture.decorative')}</p>}
      {canEdit && (
        <div className="mt-4 flex flex-wrap gap-3">
          <FileButton accept={PICTURE_TYPES} onChoose={setFile}>
            <ImageUp size={20} aria-hidden="true" />
            {cover ? t('cover.replace') : t('cover.choose')}
          </FileButton>
          {cover && (
            <Button
              variant="ghost"
              isPending={removal.isPending}
              onClick={() => void removal.run(() => choose(null))}
            >
              {t('cover.remove')}
            </Button>
          )}
        </div>
      )}
      <FormError text={removal.error} />
      <PictureDialog
        file={file}
        onClose={() => setFile(undefined)}
        onUploaded={(medium: Api.Medium) => choose(medium.id)}
      />
    </Card>
  )
}

function Picture({ cover }: { cover: Api.Cover | null }) {
  const look = 'aspect-[2/1] w-full rounded-2xl'
  if (!cover)
    return (
      <span className={`hero grid place-items-center ${look}`}>
        <OwlMark size={44} />
      </span>
    )
  const largest = cover.renditions.findLast(({ contentType }) => contentType === 'image/webp')
  return (
    <img
      src={ownFile(largest?.url ?? cover.renditions.at(-1)!.url)}
      alt={cover.alt}
      width={cover.width}
      height={cover.height}
      className={`bg-sunken object-cover ${look}`}
    />
  )
}
