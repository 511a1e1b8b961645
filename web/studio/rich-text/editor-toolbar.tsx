import {
  Bold,
  Code,
  Heading,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo2,
  Sigma,
  SquareCode,
  TextQuote,
  Undo2,
} from 'lucide-react'
import { redo, undo } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import type { ReactNode, Ref } from 'react'
import { Button, Toolbar } from 'react-aria-components'
import { useText } from '../use-text.ts'
import {
  isInside,
  isMarked,
  selectedNode,
  toggleCode,
  toggleCodeBlock,
  toggleEm,
  toggleHeading,
  toggleList,
  toggleQuote,
  toggleStrong,
} from './commands.ts'
import type { Editing } from './edit-dialog.tsx'
import { schema } from './schema.ts'
import type { Editor } from './use-editor.ts'

const { nodes, marks } = schema

interface Tool {
  name: 'bold' | 'italic' | 'code' | 'heading' | 'bullets' | 'numbers' | 'quote' | 'codeBlock'
  keys?: string
  icon: ReactNode
  command: Command
  isOn: (state: EditorState) => boolean
}

const size = 20
const TOOLS: Tool[] = [
  {
    name: 'bold',
    keys: 'B',
    icon: <Bold size={size} />,
    command: toggleStrong,
    isOn: (state) => isMarked(state, marks.strong),
  },
  {
    name: 'italic',
    keys: 'I',
    icon: <Italic size={size} />,
    command: toggleEm,
    isOn: (state) => isMarked(state, marks.em),
  },
  {
    name: 'code',
    keys: 'E',
    icon: <Code size={size} />,
    command: toggleCode,
    isOn: (state) => isMarked(state, marks.code),
  },
  {
    name: 'heading',
    icon: <Heading size={size} />,
    command: toggleHeading,
    isOn: (state) => isInside(state, nodes.heading),
  },
  {
    name: 'bullets',
    icon: <List size={size} />,
    command: toggleList(nodes.bullet_list),
    isOn: (state) => isInside(state, nodes.bullet_list),
  },
  {
    name: 'numbers',
    icon: <ListOrdered size={size} />,
    command: toggleList(nodes.ordered_list),
    isOn: (state) => isInside(state, nodes.ordered_list),
  },
  {
    name: 'quote',
    icon: <TextQuote size={size} />,
    command: toggleQuote,
    isOn: (state) => isInside(state, nodes.blockquote),
  },
  {
    name: 'codeBlock',
    icon: <SquareCode size={size} />,
    command: toggleCodeBlock,
    isOn: (state) => isInside(state, nodes.code_block),
  },
]

interface Given {
  ref: Ref<HTMLDivElement>
  editor: Editor
  controls: string
  isDisabled: boolean
  onEdit: (editing: Editing) => void
  hasFormulas: boolean
  /** Chooses a file. Without it, a picture is given by its address. */
  onChoosePicture: (() => void) | undefined
}

/** The tools, with arrow keys between them. Escape goes back to the text. */
export function EditorToolbar({
  ref,
  editor,
  controls,
  isDisabled,
  onEdit,
  hasFormulas,
  onChoosePicture,
}: Given) {
  const { t } = useText()
  const { view, state } = editor
  const run = (command: Command) => {
    if (!view) return
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const can = (command: Command) => Boolean(state && !isDisabled && command(state))
  const image = state && selectedNode(state, nodes.image)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the toolbar is inside; Escape is a way back from all its buttons.
    <div onKeyDown={(event) => event.key === 'Escape' && view?.focus()}>
      <Toolbar
        ref={ref}
        aria-label={t('richText.tools')}
        aria-controls={controls}
        className="flex flex-wrap gap-0.5 border-b border-line p-1"
      >
        {TOOLS.map(({ name, keys, icon, command, isOn }) => (
          <ToolButton
            key={name}
            label={t(`richText.${name}`)}
            keys={keys}
            icon={icon}
            isOn={Boolean(state && isOn(state))}
            isDisabled={!can(command)}
            onPress={() => run(command)}
          />
        ))}
        <ToolButton
          label={t('richText.link')}
          keys="K"
          icon={<Link size={size} />}
          isOn={Boolean(state && isMarked(state, marks.link))}
          isDisabled={isDisabled}
          onPress={() => onEdit({ kind: 'link' })}
        />
        {hasFormulas && (
          <ToolButton
            label={t('richText.maths')}
            shortcut="Alt+="
            icon={<Sigma size={size} />}
            isDisabled={isDisabled}
            onPress={() => onEdit({ kind: 'maths' })}
          />
        )}
        <ToolButton
          label={t('richText.picture')}
          icon={<Image size={size} />}
          isDisabled={isDisabled}
          onPress={() => (onChoosePicture && !image ? onChoosePicture() : onEdit({ kind: 'picture' }))}
        />
        <ToolButton
          label={t('richText.undo')}
          keys="Z"
          icon={<Undo2 size={size} className="rtl:-scale-x-100" />}
          isDisabled={!can(undo)}
          onPress={() => run(undo)}
        />
        <ToolButton
          label={t('richText.redo')}
          keys="Y"
          icon={<Redo2 size={size} className="rtl:-scale-x-100" />}
          isDisabled={!can(redo)}
          onPress={() => run(redo)}
        />
      </Toolbar>
    </div>
  )
}

interface ToolGiven {
  label: string
  /** The key with Ctrl. */
  keys?: string | undefined
  /** Other keys. */
  shortcut?: string
  icon: ReactNode
  isOn?: boolean
  isDisabled: boolean
  onPress: () => void
}

function ToolButton({ label, keys, shortcut: otherKeys, icon, isOn, isDisabled, onPress }: ToolGiven) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
  const shortcut = keys ? (isMac ? `⌘${keys}` : `Ctrl+${keys}`) : otherKeys
  return (
    <span title={shortcut ? `${label} (${shortcut})` : label}>
      <Button
        aria-label={label}
        aria-pressed={isOn}
        isDisabled={isDisabled}
        preventFocusOnPress
        onPress={onPress}
        className="grid size-11 place-items-center rounded-[11px] text-ink-2 outline-none hover:bg-sunken aria-pressed:bg-primary-soft aria-pressed:text-primary disabled:opacity-40 data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary"
      >
        {icon}
      </Button>
    </span>
  )
}
