import { Play, RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useQuestionText } from '../../i18n/use-text.ts'
import type { RunOutput } from '../../runner/protocol.ts'
import { type RunEnd, runLanguageOf, Sandbox } from '../../runner/run-code.ts'
import type { Slide } from '../play-state.ts'
import { RunResult } from './run-result.tsx'

/** What the learner has typed, by slide, while the app is open: the learner may go back and forth between slides. */
const edits = new Map<string, string>()

const MIN_ROWS = 4
const MAX_ROWS = 24

/** Code that the learner edits and runs in a sandbox. */
export function RunnableCode({ slide }: { slide: Extract<Slide, { type: 'CODE' }> }) {
  const { t } = useQuestionText()
  const hintId = useId()
  const [code, setCode] = useState(edits.get(slide.id) ?? slide.content)
  const [outputs, setOutputs] = useState<RunOutput[]>([])
  const [state, setState] = useState<'idle' | 'running' | RunEnd>('idle')
  const sandbox = useRef<Sandbox>(null)
  useEffect(() => () => sandbox.current?.close(), [])

  const change = (text: string) => {
    setCode(text)
    edits.set(slide.id, text)
  }
  const run = async () => {
    if (state === 'running') return
    sandbox.current ??= new Sandbox()
    setState('running')
    setOutputs([])
    const add = (output: RunOutput) => setOutputs((before) => [...before, output])
    setState(await sandbox.current.run(runLanguageOf(slide.language), { code, setup: slide.setup }, add))
  }
  return (
    <>
      <div
        dir="ltr"
        className="overflow-hidden rounded-2xl border border-line bg-sunken outline-offset-2 outline-primary has-[textarea:focus-visible]:outline-3"
      >
        <div className="flex items-center justify-between border-line border-b ps-4 pe-1.5 text-[13px] font-bold text-ink-2">
          <span>{slide.language}</span>
          <button
            type="button"
            disabled={code === slide.content}
            onClick={() => change(slide.content)}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-lg px-3 hover:text-ink disabled:invisible"
          >
            <RotateCcw size={16} aria-hidden="true" />
            {t('run.reset')}
          </button>
        </div>
        <textarea
          value={code}
          aria-label={t('run.editor')}
          aria-describedby={hintId}
          rows={Math.min(MAX_ROWS, Math.max(MIN_ROWS, code.split('\n').length))}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            void run()
          }}
          className="field-sizing-content block w-full resize-none bg-transparent p-4 font-mono text-base leading-relaxed outline-none sm:text-[14.5px]"
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          isPending={state === 'running'}
          icon={<Play size={18} aria-hidden="true" />}
          onClick={() => void run()}
        >
          {t('run.run')}
        </Button>
        <p id={hintId} className="pointer-coarse:hidden text-[13px] text-ink-2">
          {t('run.hint')}
        </p>
      </div>
      <RunResult outputs={outputs} state={state} expectedOutput={slide.expectedOutput} />
    </>
  )
}
