import { useAskedDialog } from '#site/forms/use-asked.ts'
import { IslandToasts } from '../IslandToasts.tsx'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'

/** The Website Questionnaire. Opens when its `client:wanted` is requested. */
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
