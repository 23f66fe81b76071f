import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";

/** A file being uploaded. Files are sent one after another by XMLHttpRequest, since fetch does not report upload progress. */

export type SendingFile = {
  key: string;
  name: string;
  size: number;
  sent: number;
  state: "waiting" | "sending" | "broken" | "too-large";
};

const tooLarge = 413;

/**
 * @param action URL for the uploads
 * @param largest maximum size of a file in bytes
 */
export function useSending(action: string, largest: number) {
  const [files, setFiles] = useState<SendingFile[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const isWorking = useRef(false);
  const { revalidate } = useRevalidator();
  useWarning(isBusy);

  function change(key: string, to: Partial<SendingFile> | null) {
    setFiles((before) =>
      before.flatMap((file) => (file.key !== key ? [file] : to === null ? [] : [{ ...file, ...to }])),
    );
  }

  async function sendAll(form: HTMLFormElement, chosen: File[]) {
    isWorking.current = true;
    setBusy(true);
    const queue = chosen.map((file) => ({ key: crypto.randomUUID(), file }));
    setFiles(queue.map(({ key, file: { name, size } }) => ({ key, name, size, sent: 0, state: "waiting" })));
    for (const { key, file } of queue) {
      if (file.size > largest) {
        change(key, { state: "too-large" });
        continue;
      }
      change(key, { state: "sending" });
      const status = await sendFile(action, formWith(form, file), file.size, (sent) => change(key, { sent }));
      change(key, status === 201 ? null : { state: status === tooLarge ? "too-large" : "broken" });
      revalidate();
    }
    form.reset();
    isWorking.current = false;
    setBusy(false);
  }

  function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const chosen = new FormData(form)
      .getAll("file")
      .filter((file) => file instanceof File && file.name !== "") as File[];
    event.preventDefault();
    setMissing(chosen.length === 0);
    if (chosen.length > 0 && !isWorking.current) void sendAll(form, chosen);
  }

  return { files, isBusy, isMissing, send };
}

/** The form's hidden fields and one of its files. */
function formWith(form: HTMLFormElement, file: File): FormData {
  const body = new FormData(form);
  body.delete("file");
  body.append("file", file);
  return body;
}

/** @returns the status of the response; 0 if the connection failed */
function sendFile(action: string, body: FormData, size: number, report: (sent: number) => void): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded }) => report(Math.min(loaded, size)));
    request.addEventListener("load", () => resolve(request.status));
    for (const end of ["error", "abort", "timeout"] as const) request.addEventListener(end, () => resolve(0));
    request.open("POST", action);
    request.send(body);
  });
}

/** Asks for confirmation before the page is left during an upload. */
function useWarning(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isWanted]);
}
