/** Whether the checkbox `sure` of a form that deletes something is ticked; browsers require it, other senders may omit it. */
export function isSure(formData: FormData): boolean {
  return formData.get("sure") === "on";
}
