import type { EditorView } from 'prosemirror-view'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { splitMath } from '../../ui/markdown/split-math.ts'
import { useText } from '../use-text.ts'
import { insertInline, linkAt, removeLink, selectedNode, setLink } from './commands.ts'
import { FormulaPreview, type RenderFormula, useRenderedFormula } from './formula-preview.tsx'
import { isSafeTarget } from './safe-target.ts'
import { latexOf, schema } from './schema.ts'
import type { Picture } from './use-pictures.ts'

export type Editing = { kind: 'link' } | { kind: 'maths' } | { kind: 'picture'; picture?: Picture }

interface Given {
  view: EditorView
  onClose: () => void
}

/** Asks for what cannot be typed into the text: addresses, formulas, and the text alternatives of pictures. */
export function EditDialog({
  editing,
  renderFormula,
  ...given
}: Given & { editing: Editing; renderFormula: RenderFormula | undefined }) {
  if (editing.kind === 'link') return <LinkDialog {...given} />
  if (editing.kind === 'maths') return <MathsDialog {...given} renderFormula={renderFormula} />
  return <PictureDialog {...given} stored={editing.picture} />
}

function LinkDialog({ view, onClose }: Given) {
  const { t } = useText()
  const current = linkAt(view.state)
  const needsText = !current && view.state.selection.empty
  const [href, setHref] = useState(current?.href ?? '')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => {
    const target = withScheme(href.trim())
    if (!target || !isSafeTarget(target)) return setError(t('richText.addressError'))
    setLink(target, text.trim())(view.state, view.dispatch)
    onClose()
  }
  const remove = () => {
    removeLink(view.state, view.dispatch)
    onClose()
  }
  return (
    <Form title={t('richText.link')} onSubmit={submit} onClose={onClose} onRemove={current && remove}>
      <TextField
        autoFocus
        dir="ltr"
        inputMode="url"
        label={t('richText.address')}
        value={href}
        error={error}
        onChange={(event) => setHref(event.target.value)}
      />
      {needsText && (
        <TextField
          dir="auto"
          label={t('richText.linkText')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Form>
  )
}

/** "example.org/a" means the web. */
function withScheme(address: string): string {
  return /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#:]|$)/i.test(address) ? `https://${address}` : address
}

function MathsDialog({ view, onClose, renderFormula }: Given & { renderFormula: RenderFormula | undefined }) {
  const { t } = useText()
  const current = selectedNode(view.state, schema.nodes.math)?.attrs.source as string | undefined
  const [latex, setLatex] = useState(current ? latexOf(current) : '')
  const [isDisplay, setDisplay] = useState(current?.startsWith('$$') ?? false)
  const [error, setError] = useState<string>()
  const line = latex.trim().replace(/\s*\n\s*/g, ' ')
  const source = isDisplay ? `$$${line}$$` : `$${line}$`
  const rendered = useRenderedFormula(source, line, renderFormula)
  const refusal = rendered?.error ? t('richText.latexRefused', { reason: rendered.error }) : undefined
  const submit = () => {
    const [piece, ...others] = splitMath(source)
    if (!piece?.isMath || others.length > 0) return setError(t('richText.latexError'))
    if (refusal) return
    insertInline(schema.nodes.math.create({ source }))(view.state, view.dispatch)
    onClose()
  }
  return (
    <Form title={t('richText.maths')} onSubmit={submit} onClose={onClose}>
      <TextArea
        autoFocus
        dir="ltr"
        label="LaTeX"
        hint={t('richText.latexHint')}
        value={latex}
        error={error ?? refusal}
        onChange={(event) => {
          setLatex(event.target.value)
          setError(undefined)
        }}
      />
      {renderFormula && <FormulaPreview source={source} rendered={rendered} />}
      <Switch label={t('richText.ownLine')} isOn={isDisplay} onChange={setDisplay} />
    </Form>
  )
}

function PictureDialog({ view, onClose, stored }: Given & { stored: Picture | undefined }) {
  const { t } = useText()
  const current = selectedNode(view.state, schema.nodes.image)?.attrs
  const [src, setSrc] = useState<string>(stored?.url ?? current?.src ?? '')
  const [alt, setAlt] = useState<string>(stored?.alt ?? current?.alt ?? '')
  const [error, setError] = useState<{ src?: string; alt?: string }>({})
  const submit = () => {
    const faults = {
      ...((!src.trim() || !isSafeTarget(src.trim())) && { src: t('richText.addressError') }),
      ...(!alt.trim() && { alt: t('richText.altError') }),
    }
    if (Object.keys(faults).length > 0) return setError(faults)
    const attrs = { src: src.trim(), alt: alt.trim().replace(/\s+/g, ' '), title: current?.title ?? null }
    insertInline(schema.nodes.image.create(attrs))(view.state, view.dispatch)
    onClose()
  }
  return (
    <Form title={t('richText.picture')} onSubmit={submit} onClose={onClose}>
      {!stored && (
        <TextField
          autoFocus
          dir="ltr"
          inputMode="url"
          label={t('richText.address')}
          value={src}
          error={error.src}
          onChange={(event) => setSrc(event.target.value)}
        />
      )}
      <TextField
        autoFocus={Boolean(stored)}
        dir="auto"
        label={t('richText.alt')}
        hint={t('richText.altHint')}
        value={alt}
        error={error.alt}
        onChange={(event) => setAlt(event.target.value)}
      />
    </Form>
  )
}

interface FormGiven {
  title: string
  onSubmit: () => void
  onClose: () => void
  onRemove?: (() => void) | undefined
  children: ReactNode
}

function Form({ title, onSubmit, onClose, onRemove, children }: FormGiven) {
  const { t } = useText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form around the editor is not meant.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          {onRemove && (
            <Button variant="ghost" onClick={onRemove}>
              {t('richText.remove')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {t('richText.cancel')}
          </Button>
          <Button type="submit">{t('richText.apply')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
