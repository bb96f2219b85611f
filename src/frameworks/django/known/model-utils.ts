/** `Choices` of django-model-utils, which many projects write their models with: what it comes to, for a clone without the package. */
export const CHOICES = `class Choices:
    def __init__(self, *choices):
        self._told = [self._tell(choice) for choice in choices]
        self._named = {name: value for value, name, label in self._leaves(self._told)}
        self._labels = {value: label for value, name, label in self._leaves(self._told)}
    def _tell(self, choice):
        if not isinstance(choice, (list, tuple)):
            return (choice, choice, choice)
        if len(choice) == 3:
            return (choice[0], choice[1], choice[2])
        if isinstance(choice[1], (list, tuple)):
            return (choice[0], [self._tell(each) for each in choice[1]])
        return (choice[0], choice[0], choice[1])
    def _show(self, told):
        if len(told) == 2:
            return (told[0], [self._show(each) for each in told[1]])
        return (told[0], told[2])
    def _leaves(self, tolds):
        found = []
        for told in tolds:
            if len(told) == 2:
                found.extend(self._leaves(told[1]))
            else:
                found.append(told)
        return found
    def __len__(self):
        return len(self._told)
    def __iter__(self):
        return iter([self._show(told) for told in self._told])
    def __getattr__(self, name):
        if name not in self._named:
            raise AttributeError(name)
        return self._named[name]
    def __getitem__(self, value):
        return self._labels[value]
    def __contains__(self, value):
        return value in self._labels
    def __add__(self, other):
        return Choices(*self._told, *(other._told if hasattr(other, "_told") else other))
    def __radd__(self, other):
        return Choices(*other, *self._told)
    def subset(self, *names):
        return Choices(*[told for told in self._leaves(self._told) if told[1] in names])
`;
