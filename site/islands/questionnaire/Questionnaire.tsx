import { IslandToasts } from '../IslandToasts.tsx'
import { useAskedDialog } from '../use-asked.ts'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'

/** The Website Questionnaire. Opens when its `client:wanted` is asked for. */
export function Questionnaire() {
  const { place, isOpen, close } = useAskedDialog()
  return (
    <>
      <span ref={place} hidden />
      {isOpen && <QuestionnaireForm onClose={close} />}
      <IslandToasts />
    </>
  )
}
