import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

interface Given<Id extends string> {
  label: string
  tabs: readonly { id: Id; title: string; content: ReactNode }[]
  selected: Id
  onSelect: (id: Id) => void
}

/** Two or three views of one thing. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: Given<Id>) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(key as Id)}>
      <TabList aria-label={label} className="flex rounded-control bg-sunken p-1">
        {tabs.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-[11px] px-3 text-center text-[15px] font-bold text-ink-2 outline-none max-[359px]:px-1 max-[359px]:text-[14px] transition-colors data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary data-[selected]:bg-surface data-[selected]:text-ink data-[selected]:shadow-card"
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="pt-5 outline-none">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
