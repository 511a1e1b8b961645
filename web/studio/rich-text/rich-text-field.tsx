import { lazy, type ReactNode, Suspense } from 'react'
import { useText } from '../use-text.ts'
import type { RenderFormula } from './formula-preview.tsx'

export interface RichTextFieldProps {
  /** Safe Markdown. Blocks that nobody edits stay as they are, byte by byte. */
  value: string
  onChange: (markdown: string) => void
  label: string
  description?: ReactNode
  errorMessage?: string | undefined
  isDisabled?: boolean
  /** Stores a picture, or returns undefined if the author changes their mind. Without it, pictures are given by their address. */
  onUploadPicture?: ((file: File) => Promise<{ url: string; alt: string } | undefined>) | undefined
  /** Asks for a picture, or for the text of a pasted one, with a form of its own. It is used instead of `onUploadPicture`. */
  onAskPicture?: ((file?: File) => Promise<{ url: string; alt: string } | undefined>) | undefined
  /** False where learners get formulas as they are written. There is no tool for formulas then. */
  hasFormulas?: boolean
  /** Compiles LaTeX for the preview of a formula. Without it, or without a connection, there is no preview. */
  renderFormula?: RenderFormula | undefined
  /** The text takes the focus when it is loaded. */
  autoFocus?: boolean
}

const RichTextEditor = lazy(async () => ({
  default: (await import('./rich-text-editor.tsx')).RichTextEditor,
}))

/** Edits Markdown as text with its marks, or as Markdown. The editor is a file of its own, which is loaded when it is needed. */
export function RichTextField(props: RichTextFieldProps) {
  const { t } = useText()
  return (
    <Suspense
      fallback={
        <div>
          <p className="mb-1.5 text-[15px] font-bold">{props.label}</p>
          <p
            role="status"
            className="grid min-h-48 place-items-center rounded-control border-2 border-line text-ink-2"
          >
            {t('state.loading')}
          </p>
        </div>
      }
    >
      <RichTextEditor {...props} />
    </Suspense>
  )
}
