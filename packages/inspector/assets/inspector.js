// Keyboard, live search, undo's clock, and what happens when the inspector is gone. Every page works without it. It never
// makes HTML of a text: new parts of a page come as documents that the browser has read.
// @ts-check

const root = document.documentElement;
const lookEveryMs = 20_000;
const typedMs = 40;
const noticeMs = 6000;

/** @template {Element} T @param {string} selector @param {new () => T} type @returns {T | undefined} */
function find(selector, type) {
  const found = document.querySelector(selector);
  return found instanceof type ? found : undefined;
}

/** @param {string} key */
function elementFor(key) {
  return (
    find(`main [data-key="${CSS.escape(key)}"]`, HTMLElement) ??
    find(`[data-key="${CSS.escape(key)}"]`, HTMLElement)
  );
}

/** @param {EventTarget | null} target */
function takesText(target) {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox')
  );
}

// The keyboard

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key === 'Enter' && (event.ctrlKey || event.metaKey) && takesText(target)) {
    event.preventDefault();
    const { form } = /** @type {HTMLInputElement} */ (target);
    const main = form?.querySelector('button.main, button');
    if (main instanceof HTMLButtonElement && !main.disabled) form?.requestSubmit(main);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (takesText(target)) {
    if (key === 'Escape' && target instanceof HTMLElement) {
      const leave = target.closest('form')?.querySelector('a[data-leave]');
      // With a question, if something was typed.
      if (leave instanceof HTMLElement) leave.click();
      else target.blur();
    }
    const sends = target instanceof HTMLTextAreaElement && 'enter' in target.dataset;
    if (key === 'Enter' && !event.shiftKey && sends) {
      event.preventDefault();
      target.form?.requestSubmit();
    }
    // From the search to its first result.
    if (key === 'ArrowDown' && target instanceof HTMLInputElement && target.type === 'search') {
      event.preventDefault();
      move(1, -1);
    }
    return;
  }
  if (document.querySelector('dialog[open]') !== null) return;
  if (key === 'j' || key === 'k') return move(key === 'j' ? 1 : -1);
  const element = key.length === 1 ? elementFor(key) : undefined;
  if (element === undefined) return;
  event.preventDefault();
  if (takesText(element)) {
    element.focus();
    if (element instanceof HTMLInputElement) element.select();
  } else element.click();
});

/** @param {number} step @param {number} [from] */
function move(step, from) {
  const rows = [...document.querySelectorAll('[data-row]')].filter((row) => row.checkVisibility());
  const at = from ?? rows.indexOf(document.activeElement);
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
  if (!(next instanceof HTMLElement)) return;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

document.addEventListener('click', (event) => {
  const opener = event.target instanceof Element ? event.target.closest('[data-open]') : null;
  const name = opener instanceof HTMLElement ? opener.dataset.open : undefined;
  if (name !== undefined) find(`#${name}`, HTMLDialogElement)?.showModal();
  if (event.target instanceof Element && event.target.closest('[data-print]')) print();
  const slow = event.target instanceof Element ? event.target.closest('a[data-busy]') : null;
  if (slow instanceof HTMLElement) showBusy(slow);
});

// What was typed and not sent

/** @type {HTMLFormElement | undefined} */
let leavingBy;

/** @param {HTMLFormElement} form */
function hasUnsent(form) {
  if (form === leavingBy || form.hasAttribute('data-live')) return false;
  // The text of a form that was refused is not stored either.
  const isRefused = find('main [role=alert]', HTMLElement) !== undefined;
  return [...form.elements].some((each) => {
    const isText = each instanceof HTMLTextAreaElement;
    if (!isText && !(each instanceof HTMLInputElement && /^(text|date|search)$/.test(each.type)))
      return false;
    if (each.readOnly) return false;
    return (
      each.value !== each.defaultValue ||
      (isRefused && /^text/.test(each.type) && each.value !== '')
    );
  });
}

addEventListener('beforeunload', (event) => {
  if ([...document.forms].some(hasUnsent)) event.preventDefault();
});

// Said to those who do not see the page

let saying = 0;

/** @param {string | null | undefined} text @param {number} afterMs */
function say(text, afterMs) {
  clearTimeout(saying);
  saying = setTimeout(() => {
    const said = find('#said', HTMLElement);
    if (said !== undefined) said.textContent = text ?? '';
  }, afterMs);
}

const sayAfterMs = 700;
// A text that is there from the beginning is not spoken, one that comes is. In its place, so that nothing moves under a click.
const notice = find('.toast [data-said]', HTMLElement);
if (notice !== undefined) setTimeout(() => notice.replaceWith(notice.cloneNode(true)), 100);

// Actions that take a while

/** @param {HTMLElement} element */
function showBusy(element) {
  element.setAttribute('aria-busy', 'true');
  const button = element instanceof HTMLFormElement ? element.querySelector('button') : element;
  // Not sooner: the button's own name and value are sent with the form.
  setTimeout(() => {
    if (button === null || !element.hasAttribute('aria-busy')) return;
    if (button instanceof HTMLButtonElement) button.disabled = true;
    button.textContent = root.dataset.working ?? '';
  });
}

addEventListener('pageshow', (event) => {
  // A page from the browser's back-forward cache.
  if (event.persisted) location.reload();
});

// Whether the inspector still answers

/** @returns {Promise<boolean>} */
async function isAlive() {
  const { alive } = root.dataset;
  if (alive === undefined) return true;
  const status = await fetch(alive, { cache: 'no-store' }).then(
    (response) => response.status,
    () => 0,
  );
  const banner = find('#banner', HTMLElement);
  if (banner === undefined) return true;
  const text =
    status === 0 ? banner.dataset.offline : status === 401 ? banner.dataset.ended : undefined;
  banner.hidden = text === undefined;
  if (banner.textContent !== (text ?? '')) banner.textContent = text ?? '';
  return text === undefined;
}

if (root.dataset.alive !== undefined) {
  setInterval(() => {
    if (document.visibilityState === 'visible') isAlive();
  }, lookEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') isAlive();
  });
}

/** @type {WeakSet<HTMLFormElement>} */
const checked = new WeakSet();

// A form is sent only to an inspector that is there, so nothing that was typed is lost.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method === 'dialog') return;
  if (form.hasAttribute('data-live')) {
    event.preventDefault();
    search(form);
    return;
  }
  // Without a session there is nothing to ask; nor can a form be sent again before this event is over.
  if (root.dataset.alive === undefined || checked.delete(form)) {
    // A dialog may still keep the page, and then what was typed is not sent either.
    leavingBy = form;
    setTimeout(() => (leavingBy = undefined), lookEveryMs);
    return showBusy(form);
  }
  event.preventDefault();
  const { submitter } = event;
  isAlive().then((alive) => {
    if (!alive) return;
    checked.add(form);
    form.requestSubmit(
      submitter instanceof HTMLButtonElement && submitter.form === form ? submitter : null,
    );
  });
});

// Live search: the answer replaces one region of the page, and the address says what is shown

/** @type {XMLHttpRequest | undefined} */
let under;

/** @param {HTMLFormElement} form */
function search(form) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value !== '') fields.append(name, value);
  }
  const address = `${form.getAttribute('action')}?${fields}`;
  const name = `[data-region="${form.dataset.live}"]`;
  const region = find(name, HTMLElement);
  under?.abort();
  const request = new XMLHttpRequest();
  under = request;
  region?.setAttribute('aria-busy', 'true');
  request.open('GET', address);
  request.responseType = 'document';
  request.onload = () => {
    const answer = request.responseXML?.querySelector(name);
    if (region === undefined || answer === null || answer === undefined) return void isAlive();
    region.replaceChildren(
      ...[...answer.childNodes].map((node) => document.importNode(node, true)),
    );
    region.removeAttribute('aria-busy');
    // Only when no more is typed, and not the results themselves.
    say(
      (region.querySelector('[data-tally]') ?? region.querySelector('h2'))?.textContent,
      sayAfterMs,
    );
    history.replaceState(null, '', address);
  };
  request.onerror = () => {
    region?.removeAttribute('aria-busy');
    isAlive();
  };
  request.send();
}

for (const form of document.querySelectorAll('form[data-live]')) {
  if (!(form instanceof HTMLFormElement)) continue;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  form.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.isComposing) return;
    clearTimeout(timer);
    timer = setTimeout(() => search(form), typedMs);
  });
  form.addEventListener('compositionend', () => search(form));
}

// The countdown of each undo

for (const toast of document.querySelectorAll('.toast')) {
  const lines = [...toast.querySelectorAll('.undo')].filter((line) => line instanceof HTMLElement);
  const started = performance.now();
  const timer = setInterval(() => {
    const passed = performance.now() - started;
    for (const line of lines) {
      const left = Number(line.dataset.left) - passed;
      const count = line.querySelector('[data-count]');
      if (left <= 0) line.remove();
      else if (count !== null)
        count.textContent = (count.textContent ?? '').replace(
          /\d+/,
          String(Math.ceil(left / 1000)),
        );
    }
    if (passed < noticeMs || toast.querySelector('.undo') !== null) return;
    clearInterval(timer);
    toast.remove();
  }, 250);
}

// The button for erasing works only after the name is typed

for (const input of document.querySelectorAll('input[data-must]')) {
  if (!(input instanceof HTMLInputElement)) continue;
  const button = input.form?.querySelector('button');
  const look = () => {
    if (button) button.disabled = input.value !== input.dataset.must;
  };
  input.addEventListener('input', look);
  look();
}

// Focused here, since a browser may focus it only after the first keys; the caret goes to the end of a text

const first = find('[autofocus]', HTMLElement);
if (document.activeElement === document.body) first?.focus();
if (first instanceof HTMLTextAreaElement)
  first.setSelectionRange(first.value.length, first.value.length);
