import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { useText } from '../use-text.ts'
import { moveIds } from './move-ids.ts'

export const ICON_BUTTON =
  'grid size-11 flex-none cursor-pointer place-items-center rounded-xl text-ink-2 outline-none hover:bg-sunken data-[disabled]:opacity-35 data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary'

/** What every row has: its number, the handle of the drag, and the buttons that move it. */
export interface RowParts {
  number: number
  handle: ReactNode
  moves: ReactNode
}

interface Given<Item> {
  /** The id of the heading. */
  labelledBy: string
  items: readonly Item[]
  onOrder: (ids: string[]) => void
  children: (item: Item, parts: RowParts) => ReactNode
}

/** Items move by drag, by keyboard, and by the buttons of each row. */
export function SortableList<Item extends { id: string; title: string }>({
  labelledBy,
  items,
  onOrder,
  children,
}: Given<Item>) {
  const { t } = useText()
  const list = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ id: string; by: 1 | -1 }>()
  const [news, setNews] = useState('')
  const ids = items.map(({ id }) => id)
  const titleOf = (id: unknown) => items.find((item) => item.id === id)?.title ?? ''

  // A row that moves in the page loses the focus.
  useEffect(() => {
    if (!moved) return
    const buttons = list.current?.querySelectorAll<HTMLElement>(`[data-moves="${moved.id}"]`) ?? []
    buttons[moved.by === -1 ? 0 : 1]?.focus()
  }, [moved])

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': titleOf(key) })),
    onReorder: ({ keys, target }) => {
      if (target.dropPosition === 'on') return
      onOrder(moveIds(ids, keys as Set<string>, `${target.key}`, target.dropPosition))
    },
    renderDropIndicator: (target) => (
      <DropIndicator
        target={target}
        className="h-1 rounded-full data-[drop-target]:bg-primary data-[drop-target]:outline-none"
      />
    ),
  })

  const move = (id: string, by: 1 | -1) => {
    const neighbour = ids[ids.indexOf(id) + by]
    if (!neighbour) return
    onOrder(moveIds(ids, new Set([id]), neighbour, by === 1 ? 'after' : 'before'))
    setMoved({ id, by })
    setNews(t('outline.moved', { lesson: titleOf(id), place: ids.indexOf(neighbour) + 1 }))
  }

  const partsOf = ({ id, title }: Item, number: number): RowParts => ({
    number,
    handle: (
      <Button slot="drag" className={`max-sm:!hidden ${ICON_BUTTON}`}>
        <GripVertical size={20} aria-hidden="true" />
      </Button>
    ),
    moves: (
      <>
        <Button
          aria-label={t('outline.up', { lesson: title })}
          data-moves={id}
          onPress={() => move(id, -1)}
          className={`${ICON_BUTTON} ${number === 1 ? 'opacity-35' : ''}`}
        >
          <ArrowUp size={19} aria-hidden="true" />
        </Button>
        <Button
          aria-label={t('outline.down', { lesson: title })}
          data-moves={id}
          onPress={() => move(id, 1)}
          className={`${ICON_BUTTON} ${number === items.length ? 'opacity-35' : ''}`}
        >
          <ArrowDown size={19} aria-hidden="true" />
        </Button>
      </>
    ),
  })

  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      <GridList
        ref={list}
        aria-labelledby={labelledBy}
        items={items.map((item, index) => ({ id: item.id, item, number: index + 1 }))}
        dependencies={[items]}
        dragAndDropHooks={dragAndDropHooks}
        keyboardNavigationBehavior="tab"
        className="mt-3 grid gap-1"
      >
        {({ item, number }) => (
          <GridListItem
            textValue={item.title}
            className="rounded-2xl border border-line bg-surface outline-none data-[dragging]:opacity-50 data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary"
          >
            {children(item, partsOf(item, number))}
          </GridListItem>
        )}
      </GridList>
    </>
  )
}
