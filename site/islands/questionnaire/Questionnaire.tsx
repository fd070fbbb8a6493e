import { useRequestedDialog } from '#site/forms/use-open-request.ts'
import { IslandToasts } from '../IslandToasts.tsx'
import { QuestionnaireForm } from './QuestionnaireForm.tsx'

/** The Website Questionnaire. Opens when its `client:intent` is requested. */
export function Questionnaire() {
  const { place, isOpen, close } = useRequestedDialog()
  return (
    <>
      <span ref={place} hidden />
      {isOpen && <QuestionnaireForm onClose={close} />}
      <IslandToasts />
    </>
  )
}
