import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Dialog } from "~/ui/dialog";

/** An open flag, a view and its props. Spec 1, section 3. */
type ModalState = { open: boolean; view: ReactNode; title: string };

type Modal = { show: (title: string, view: ReactNode) => void; close: () => void };

const ModalContext = createContext<Modal | null>(null);

/** Opens and closes the shell's one modal from anywhere on the page. */
export function useModal(): Modal {
  const modal = useContext(ModalContext);
  if (!modal) throw new Error("useModal needs a ModalProvider around it");
  return modal;
}

/** Holds the shell's one modal. The view stays while it closes, so that nothing jumps. */
export function ModalProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<ModalState>({ open: false, view: null, title: "" });
  const modal = useMemo<Modal>(
    () => ({
      show: (title, view) => setState({ open: true, view, title }),
      close: () => setState((now) => ({ ...now, open: false })),
    }),
    [],
  );
  return (
    <ModalContext.Provider value={modal}>
      {children}
      <Dialog open={state.open} onOpenChange={(open) => !open && modal.close()} title={state.title}>
        {state.view}
      </Dialog>
    </ModalContext.Provider>
  );
}
